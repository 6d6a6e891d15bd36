/* Bully, as 000 prints it, N processes (3 or 4) of which one may crash, with a FIFO channel for each ordered
   pair: what mc check bully --crash 1 explores. LEADER (0 is nobody) leads at the start, and each process may
   start DOUBTS elections without cause.
   What was on its way to a process that crashes is lost, and so is what is sent to it later. The detector of a process
   comes to suspect who has crashed in a step of its own. An answer is waited for any time.
   ROOM is for how many messages: one that does not fit ends the search with an error.
   The process d places after id is (id + d) % N. */

#define ELECTION 1
#define OK 2
#define COORD 3

#define IDLE 0
#define CANDIDATE 1
#define ANSWERED 2

#define OUT(from, d) q[(from) * (N - 1) + (d) - 1]
#define IN(to, d) OUT(((to) + (d)) % N, N - (d))
#define AT(d) ((id + (d)) % N)
#define BIT(d) (1 << AT(d))

chan q[N * (N - 1)] = [ROOM] of { byte };
byte dead = 0;  /* a bit for each process */

#define SEND(d, out, message) if :: !(dead & BIT(d)) -> out!message :: else fi
#define ASK(d, out) if :: AT(d) > id -> SEND(d, out, ELECTION) :: else fi

#if N > 3
#define ELECT ASK(1, o1); ASK(2, o2); ASK(3, o3); timer = 1; phase = CANDIDATE
#define LEAD SEND(1, o1, COORD); SEND(2, o2, COORD); SEND(3, o3, COORD)
#else
#define ELECT ASK(1, o1); ASK(2, o2); timer = 1; phase = CANDIDATE
#define LEAD SEND(1, o1, COORD); SEND(2, o2, COORD)
#endif

#define RECEIVE(d, in, out) \
	:: d_step { \
		in?m -> \
		if \
		:: m == ELECTION -> SEND(d, out, OK) \
		:: m == OK -> \
			timer = 0; \
			if :: phase == CANDIDATE -> phase = ANSWERED :: else fi \
		:: m == COORD -> \
			leader = AT(d) + 1; \
			if :: phase == ANSWERED -> phase = IDLE; timer = 0 :: else fi \
		fi; \
		m = 0 \
	}

#define SUSPECT(d) :: d_step { up && (dead & BIT(d)) && !(suspects & BIT(d)) -> suspects = suspects | BIT(d) }

#define DRAIN(in) do :: len(in) > 0 -> in?_ :: len(in) == 0 -> break od

#if N > 3
proctype P(byte id; chan i1, i2, i3, o1, o2, o3)
#else
proctype P(byte id; chan i1, i2, o1, o2)
#endif
{
	byte m;
	bool up = 1;
	byte phase = IDLE;
	byte leader = LEADER;  /* from 1 */
	byte doubts = 0;
	byte suspects = 0;     /* a bit for each process */
	bool timer = 0;
end:	do
	:: d_step { up && phase != CANDIDATE && leader != 0 && leader != id + 1 && (suspects & (1 << (leader - 1))) -> leader = 0; ELECT }
	:: d_step { up && phase != CANDIDATE && leader != id + 1 && doubts < DOUBTS -> leader = 0; doubts++; ELECT }
	:: d_step { timer -> timer = 0; LEAD; phase = IDLE; leader = id + 1 }
	:: d_step {
		dead == 0 ->
		DRAIN(i1); DRAIN(i2);
#if N > 3
		DRAIN(i3);
#endif
		dead = BIT(0);
		up = 0; phase = IDLE; leader = 0; doubts = 0; suspects = 0; timer = 0
	}
	RECEIVE(1, i1, o1)
	RECEIVE(2, i2, o2)
	SUSPECT(1)
	SUSPECT(2)
#if N > 3
	RECEIVE(3, i3, o3)
	SUSPECT(3)
#endif
	od
}

init {
	atomic {
		byte k = 0;
		do
#if N > 3
		:: k < N -> run P(k, IN(k, 1), IN(k, 2), IN(k, 3), OUT(k, 1), OUT(k, 2), OUT(k, 3)); k++
#else
		:: k < N -> run P(k, IN(k, 1), IN(k, 2), OUT(k, 1), OUT(k, 2)); k++
#endif
		:: else -> break
		od;
		k = 0
	}
}
