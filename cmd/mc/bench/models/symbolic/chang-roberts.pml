/* Chang–Roberts, where whoever has passed on a larger identifier starts no election any more. Identifiers fall along the
   ring, which is the arrangement that takes the most messages. */
#define N {{.}}
chan q[N] = [N] of { byte };

active [N] proctype P() {
	byte m; byte role = 0; bool leader = 0;
end:	do
	:: d_step { role == 0 -> role = 1; q[(_pid + 1) % N]!(N - _pid) }
	:: d_step { q[_pid]?m ->
		if
		:: m == N - _pid -> leader = 1
		:: m > N - _pid -> q[(_pid + 1) % N]!m; role = 2
		:: else
		fi;
		m = 0 }
	od
}
