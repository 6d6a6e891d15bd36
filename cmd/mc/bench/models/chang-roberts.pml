/* Chang-Roberts, in the variant passive, on a ring of N processes: what mc check chang-roberts:passive explores.
   The identifiers descend in the direction of the messages (arrangement=-1), the worst case; with -DASCENDING they
   ascend (arrangement=0). A step of mc is one d_step here. */

#ifdef ASCENDING
#define ID (k + 1)
#else
#define ID (N - k)
#endif

chan q[N] = [N] of { byte };

proctype P(byte id; chan in; chan out)
{
	byte m;
	byte role = 0;    /* 0 idle, 1 candidate, 2 passive */
	bool leader = 0;
	xr in;
	xs out;
end:	do
	:: d_step { role == 0 -> role = 1; out!id }
	:: d_step {
		in?m ->
		if
		:: m == id -> leader = 1
		:: m > id -> out!m; role = 2
		:: else
		fi;
		m = 0
	}
	od
}

init {
	atomic {
		byte k = 0;
		do
		:: k < N -> run P(ID, q[k], q[(k + 1) % N]); k++
		:: else -> break
		od;
		k = 0
	}
}
