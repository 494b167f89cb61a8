import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Looking around before a clinic is set up: the process answers from a throw-away store in memory, until "Start for real" or its end. The
 * real store is not touched, and no program can charge into the demo: it has none of the real keys.
 */
export interface LookAround {
  /** Shows the demo from now on, and tells who signs in there. Once, whoever asks at the same time. */
  begin(): Promise<{ userName: string; password: string }>;
  isShown(): boolean;
  /** True: the demo answers this request. */
  answers(request: FastifyRequest, reply: FastifyReply): boolean;
  /** From now on the real server answers; what came to the demo is still answered there. */
  end(): Promise<void>;
}
