import { type OperationKey, registry, type RequestOf, type ResponseOf } from "#room/contract/registry.ts";
import { passwordOf, type UserName } from "./server-process.ts";

/** An answer as received on the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** By address of a console in front of another service: that service's address, which programs call. */
export const servicesBehind = new Map<string, string>();

/** A plain wire client for tests: what a program other than the console would send. */
export class WireClient {
  readonly url: string;
  sessionId: string | undefined;

  constructor(url: string) {
    this.url = servicesBehind.get(url) ?? url;
  }

  /** Posts anything to an operation's generic route. */
  async post(key: OperationKey, body: unknown): Promise<WireAnswer> {
    const response = await fetch(`${this.url}/json/reply/${registry[key].name}`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(this.sessionId === undefined ? {} : { Authorization: `Bearer ${this.sessionId}` }),
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  /** Calls an operation and parses its answer; throws on any status but 200. */
  async call<K extends OperationKey>(key: K, request: RequestOf<K>): Promise<ResponseOf<K>> {
    const answer = await this.post(key, request);
    if (answer.status !== 200)
      throw new Error(`${key} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    // The registry pairs each key with its schemas; TypeScript loses the pair when indexed by a type parameter.
    return registry[key].response.parse(answer.body) as ResponseOf<K>;
  }

  async signIn(userName: UserName): Promise<void> {
    const answer = await this.call("authenticate", {
      provider: "credentials",
      userName,
      password: passwordOf(userName),
    });
    this.sessionId = answer.sessionId ?? undefined;
  }
}
