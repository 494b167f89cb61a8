import type { FastifyRequest } from "fastify";
import { Refusal } from "./refusal.ts";

const longest = 64;
const part = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*`;
/** No name of a function; behind a dot each may stand. */
const reserved =
  /^(?:break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|import|in|instanceof|new|null|return|super|switch|throw|true|try|typeof|var|void|while|with)(?![\p{ID_Continue}$\u200c\u200d])/u;
const dottedName = new RegExp(String.raw`^${part}(?:\.${part})*$`, "u");

/** The query's callback as given; undefined when absent or empty. */
function givenCallback(request: FastifyRequest): unknown {
  const query: unknown = request.query;
  if (typeof query !== "object" || query === null || !("callback" in query)) return undefined;
  return query.callback === "" ? undefined : query.callback;
}

function isCallbackName(callback: unknown): callback is string {
  if (typeof callback !== "string" || callback.length > longest) return false;
  return dottedName.test(callback) && !reserved.test(callback);
}

/** The function to wrap the answer in; undefined for plain JSON, and for an invalid name. */
export function callbackOf(request: FastifyRequest): string | undefined {
  const callback = givenCallback(request);
  return isCallbackName(callback) ? callback : undefined;
}

/**
 * Refuses a callback that is not a dotted JavaScript identifier. Not shown by the interface: the answer is plain JSON
 * and never repeats the text.
 */
export function checkCallback(request: FastifyRequest): void {
  const callback = givenCallback(request);
  if (callback === undefined || isCallbackName(callback)) return;
  const message = `'callback' must be a JavaScript name of at most ${longest} characters.`;
  throw new Refusal(400, "ArgumentException", message, {
    errors: [{ errorCode: "ArgumentException", fieldName: "callback", message }],
  });
}

const escapes: Readonly<Record<string, string>> = {
  "<": String.raw`\u003c`,
  "\u2028": String.raw`\u2028`,
  "\u2029": String.raw`\u2029`,
};

/** `name(json)`, with characters escaped that could end a script or one of its lines. */
export function wrapInCallback(callback: string, json: string): string {
  return `${callback}(${json.replaceAll(/[<\u2028\u2029]/g, (character) => escapes[character] ?? "")})`;
}
