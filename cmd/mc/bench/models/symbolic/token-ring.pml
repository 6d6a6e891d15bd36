/* A token goes round a ring: who waits (1) for it may enter (2), and passes it on in leaving. */
#define N {{.}}
chan q[N] = [1] of { bit };

active [N] proctype P() {
	byte s = (_pid == 0 -> 2 : 0);
end:	do
	:: d_step { s == 0 -> s = 1 }
	:: d_step { q[_pid]?1 -> if :: s == 1 -> s = 2 :: else -> q[(_pid + 1) % N]!1 fi }
	:: d_step { s == 2 -> s = 0; q[(_pid + 1) % N]!1 }
	od
}
