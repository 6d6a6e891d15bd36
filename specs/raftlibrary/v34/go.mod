module github.com/anel-mc/mc/specs/raftlibrary/v34

go 1.26.0

require (
	github.com/anel-mc/mc v0.0.0
	go.etcd.io/etcd v0.5.0-alpha.5.0.20200910180754-dd1b699fc489
)

require (
	github.com/KimMachineGun/automemlimit v1.0.1 // indirect
	github.com/anishathalye/porcupine v1.3.1 // indirect
	github.com/gogo/protobuf v1.2.1 // indirect
	github.com/golang/protobuf v1.3.2 // indirect
	github.com/pbnjay/memory v0.0.0-20210728143218-7b4eea64cf58 // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
)

replace github.com/anel-mc/mc => ../../..
