/* Ricart–Agrawala, one request each. q[a*N+b] is the channel from a to b; a message is the time of a request, or 0 for a
   reply. Phases: 0 idle, 1 has a time, 2 asks, 3 is inside, 4 has left. */
#define N {{.}}
chan q[{{mul . .}}] = [2] of { byte };

active [N] proctype P() {
	byte m; byte mine; byte highest; byte need; byte deferred; byte replied; byte phase;
end:	do
	:: d_step { phase == 0 -> phase = 1; deferred = deferred | (1 << _pid); mine = highest + 1; need = N - 1 }
	:: d_step { phase == 1 -> phase = 2{{range $d := .}}{{if $d}}; q[_pid * N + (_pid + {{$d}}) % N]!mine{{end}}{{end}} }
	:: d_step { phase == 2 && replied > 0 -> phase = 3; replied-- }
	:: d_step { phase == 3 -> phase = 4
		{{- range $d := .}}{{if $d}};
		if
		:: (deferred & (1 << ((_pid + {{$d}}) % N))) != 0 -> q[_pid * N + (_pid + {{$d}}) % N]!0
		:: else
		fi{{end}}{{end}};
		deferred = 0 }
{{- range $d := .}}{{if $d}}
	:: d_step { q[(_pid + {{$d}}) % N * N + _pid]?m ->
		if
		:: m == 0 -> need--; if :: need == 0 -> replied++ :: else fi
		:: else ->
			if :: m > highest -> highest = m :: else fi;
			if
			:: (deferred & (1 << _pid)) != 0 && (mine < m || (mine == m && _pid < (_pid + {{$d}}) % N)) ->
				deferred = deferred | (1 << ((_pid + {{$d}}) % N))
			:: else -> q[_pid * N + (_pid + {{$d}}) % N]!0
			fi
		fi;
		m = 0 }
{{- end}}{{end}}
	od
}
