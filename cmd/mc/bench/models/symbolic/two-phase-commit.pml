/* Two-phase commit. Messages: 1 yes or commit, 2 no or abort, 3 the question. The coordinator begins, asks one
   participant after the other, counts the votes, and tells one after the other. */
#define N {{.}}
#define ALL ((1 << N) - 1)
chan down[N] = [1] of { byte };
chan up[N] = [1] of { byte };

active [N] proctype P() {
	byte m; byte vote; byte outcome;
end:	do
	:: d_step { vote == 0 && nempty(down[_pid]) -> down[_pid]?m; m = 0; vote = 1; up[_pid]!1 }
	:: d_step { vote == 0 && nempty(down[_pid]) -> down[_pid]?m; m = 0; vote = 2; up[_pid]!2 }
	:: d_step { vote != 0 && nempty(down[_pid]) -> down[_pid]?m; outcome = m; m = 0 }
	od
}

active proctype C() {
	byte m; byte yes; byte no; byte outcome; byte phase;
end:	do
	:: d_step { phase == 0 -> phase = 1 }
{{- range $k := .}}
	:: d_step { phase == {{$k}} + 1 -> phase = {{$k}} + 2; down[{{$k}}]!3 }
	:: d_step { phase == N + 1 + {{$k}} && outcome != 0 -> phase = N + 2 + {{$k}}; down[{{$k}}]!outcome }
	:: d_step { up[{{$k}}]?m ->
		if :: m == 1 -> yes = yes | (1 << {{$k}}) :: else -> no = no | (1 << {{$k}}) fi;
		m = 0;
		if
		:: (yes | no) == ALL -> if :: no != 0 -> outcome = 2 :: else -> outcome = 1 fi; yes = 0; no = 0
		:: else
		fi }
{{- end}}
	od
}
