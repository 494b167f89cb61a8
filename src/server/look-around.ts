import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * A look around before a clinic is set up: the process answers one browser from a temporary in-memory store, until "Start
 * for real" or the process ends. The real store is not touched, and no program can charge into the demo, which has none of the
 * real keys.
 */
export interface LookAround {
  /**
   * Starts the demo, and returns who is signed in there and the mark by which it knows its browser. Happens once, even
   * for concurrent callers.
   */
  begin(): Promise<{ userName: string; password: string; mark: string }>;
  isShown(): boolean;
  /** True: the demo answers this request, which comes from the browser that began it. */
  answers(request: FastifyRequest, reply: FastifyReply): boolean;
  /** From now on the real server answers; requests already with the demo are still answered there. */
  end(): Promise<void>;
}
