/* Two-phase commit, as written, with N participants (1 to 8) and no failures, a FIFO channel each way between the
   coordinator and each of them: what mc check two-phase-commit explores. The variable in which mc keeps whether
   anybody has refused is left out: without failures it follows from the votes. No channel ever holds two messages. */

#define YES 1      /* votes, and what participants send */
#define NO 2
#define REQUEST 3  /* what the coordinator sends, besides an outcome */
#define COMMIT 1   /* outcomes */
#define ABORT 2

#define ALL ((1 << N) - 1)

chan down[8] = [1] of { byte };
chan up[8] = [1] of { byte };

#define REPLY(d, in, then) \
	:: atomic { \
		in?m -> \
		if :: m == YES -> yes = yes | (1 << d) :: else -> no = no | (1 << d) fi; \
		m = 0; \
		then \
	}
#define REPLY0(then) REPLY(0, i0, then)
#if N > 1
#define REPLY1(then) REPLY(1, i1, then)
#else
#define REPLY1(then)
#endif
#if N > 2
#define REPLY2(then) REPLY(2, i2, then)
#else
#define REPLY2(then)
#endif
#if N > 3
#define REPLY3(then) REPLY(3, i3, then)
#else
#define REPLY3(then)
#endif
#if N > 4
#define REPLY4(then) REPLY(4, i4, then)
#else
#define REPLY4(then)
#endif
#if N > 5
#define REPLY5(then) REPLY(5, i5, then)
#else
#define REPLY5(then)
#endif
#if N > 6
#define REPLY6(then) REPLY(6, i6, then)
#else
#define REPLY6(then)
#endif
#if N > 7
#define REPLY7(then) REPLY(7, i7, then)
#else
#define REPLY7(then)
#endif

#define REPLIES(then) \
	REPLY0(then) REPLY1(then) REPLY2(then) REPLY3(then) REPLY4(then) REPLY5(then) REPLY6(then) REPLY7(then)

/* A request, while replies to earlier ones come in. */
#define REQUEST_TO(out) \
	do \
	:: out!REQUEST; break \
	REPLIES(skip) \
	od

/* The coordinator decides when all have replied. */
#define COUNT \
	if \
	:: (yes | no) == ALL -> \
		if :: no != 0 -> outcome = ABORT :: else -> outcome = COMMIT fi; \
		yes = 0; no = 0; goto telling \
	:: else \
	fi

proctype Coordinator(chan i0, i1, i2, i3, i4, i5, i6, i7, o0, o1, o2, o3, o4, o5, o6, o7)
{
	byte m;
	byte yes = 0;  /* a bit for each participant */
	byte no = 0;
	byte outcome = 0;
	xr i0; xr i1; xr i2; xr i3; xr i4; xr i5; xr i6; xr i7;
	xs o0; xs o1; xs o2; xs o3; xs o4; xs o5; xs o6; xs o7;

	skip;  /* precommit */
	REQUEST_TO(o0);
#if N > 1
	REQUEST_TO(o1);
#endif
#if N > 2
	REQUEST_TO(o2);
#endif
#if N > 3
	REQUEST_TO(o3);
#endif
#if N > 4
	REQUEST_TO(o4);
#endif
#if N > 5
	REQUEST_TO(o5);
#endif
#if N > 6
	REQUEST_TO(o6);
#endif
#if N > 7
	REQUEST_TO(o7);
#endif
	do
	REPLIES(COUNT)
	od;
telling:
	o0!outcome;
#if N > 1
	o1!outcome;
#endif
#if N > 2
	o2!outcome;
#endif
#if N > 3
	o3!outcome;
#endif
#if N > 4
	o4!outcome;
#endif
#if N > 5
	o5!outcome;
#endif
#if N > 6
	o6!outcome;
#endif
#if N > 7
	o7!outcome;
#endif
	false
}

proctype Participant(chan in, out)
{
	byte m;
	byte vote = 0;
	byte outcome = 0;
	xr in;
	xs out;
end:	do
	:: d_step { vote == 0 && nempty(in) -> in?REQUEST; vote = YES; out!YES }
	:: d_step { vote == 0 && nempty(in) -> in?REQUEST; vote = NO; out!NO }
	:: d_step { vote != 0 && nempty(in) -> in?m; outcome = m; m = 0 }
	od
}

init {
	atomic {
		byte k = 0;
		run Coordinator(up[0], up[1], up[2], up[3], up[4], up[5], up[6], up[7],
			down[0], down[1], down[2], down[3], down[4], down[5], down[6], down[7]);
		do
		:: k < N -> run Participant(down[k], up[k]); k++
		:: else -> break
		od;
		k = 0
	}
}
