/* Ricart-Agrawala, in the variant corrected, N processes (3 or 4) that enter once each, with a FIFO channel for
   each ordered pair: what mc check ricart-agrawala:corrected --order fifo explores.
   The process d places after id is (id + d) % N. A message is a clock, a request, or 0, a reply. */

#define OUT(from, d) q[(from) * (N - 1) + (d) - 1]
#define IN(to, d) OUT(((to) + (d)) % N, N - (d))
#define BIT(d) (1 << ((id + (d)) % N))

/* Who is before whom: equal clocks are decided by the identity. */
#define FIRST(d) (lc < m || (lc == m && id < (id + (d)) % N))

#define RECEIVE(d, in, out) \
	:: d_step { \
		in?m -> \
		if \
		:: m == 0 -> \
			need--; \
			if :: need == 0 -> s++ :: else fi \
		:: else -> \
			if :: m > hc -> hc = m :: else fi; \
			if \
			:: (pending & BIT(0)) && FIRST(d) -> pending = pending | BIT(d) \
			:: else -> out!0 \
			fi \
		fi; \
		m = 0 \
	}

#define ANSWER(d, out) if :: pending & BIT(d) -> out!0 :: else fi

#if N == 3
#define RECEIVE_ALL RECEIVE(1, i1, o1) RECEIVE(2, i2, o2)
#define SEND_ALL o1!lc; o2!lc
#define ANSWER_ALL ANSWER(1, o1); ANSWER(2, o2)
#else
#define RECEIVE_ALL RECEIVE(1, i1, o1) RECEIVE(2, i2, o2) RECEIVE(3, i3, o3)
#define SEND_ALL o1!lc; o2!lc; o3!lc
#define ANSWER_ALL ANSWER(1, o1); ANSWER(2, o2); ANSWER(3, o3)
#endif

chan q[N * (N - 1)] = [2] of { byte };

#if N == 3
proctype P(byte id; chan i1, i2, o1, o2)
#else
proctype P(byte id; chan i1, i2, i3, o1, o2, o3)
#endif
{
	byte m;
	byte lc = 0;       /* localClock */
	byte hc = 0;       /* highestClock */
	byte need = 0;
	byte pending = 0;  /* a bit for each process */
	byte s = 0;        /* the semaphore */
	xr i1; xr i2;
	xs o1; xs o2;
#if N > 3
	xr i3; xs o3;
#endif
	/* Outside, before the code. */
	do
	:: d_step { pending = pending | BIT(0); lc = hc + 1; need = N - 1 }; break
	RECEIVE_ALL
	od;
	/* Stamped: it has not sent the requests yet. */
	do
	:: d_step { SEND_ALL }; break
	RECEIVE_ALL
	od;
	/* Waiting at P(s). */
	do
	:: d_step { s > 0 -> s-- }; break
	RECEIVE_ALL
	od;
	/* Inside the critical region. */
	do
	:: d_step { ANSWER_ALL; pending = 0 }; break
	RECEIVE_ALL
	od;
	do
	RECEIVE_ALL
	od
}

init {
	atomic {
		byte k = 0;
		do
#if N == 3
		:: k < N -> run P(k, IN(k, 1), IN(k, 2), OUT(k, 1), OUT(k, 2)); k++
#else
		:: k < N -> run P(k, IN(k, 1), IN(k, 2), IN(k, 3), OUT(k, 1), OUT(k, 2), OUT(k, 3)); k++
#endif
		:: else -> break
		od;
		k = 0
	}
}
