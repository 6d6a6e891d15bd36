module github.com/anel-mc/mc/specs/raftlibrary/v31

go 1.26.0

require (
	github.com/anel-mc/mc v0.0.0
	github.com/coreos/etcd v3.1.0+incompatible
)

require (
	github.com/KimMachineGun/automemlimit v1.0.1 // indirect
	github.com/anishathalye/porcupine v1.3.1 // indirect
	github.com/golang/protobuf v1.5.4 // indirect
	github.com/pbnjay/memory v0.0.0-20210728143218-7b4eea64cf58 // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	golang.org/x/net v0.62.0 // indirect
	google.golang.org/protobuf v1.33.0 // indirect
)

replace github.com/anel-mc/mc => ../../..
