import type { OperationKey, registry, RequestOf, ResponseOf } from "#room/contract/registry.ts";
import type { AuditNote } from "./audit/audit-entry.ts";
import type { Handler, OpenKey } from "./handler.ts";
import type { Settings } from "./settings.ts";

type SettingOf<Kind> = {
  [Name in keyof Settings]: Settings[Name] extends Kind ? Name : never;
}[keyof Settings];

export interface HandlerRules {
  readonly body: Extract<SettingOf<number>, "bodyBytes" | "chargeBytes" | "messageBytes">;
  /** The setting that limits calls per minute and session, and thereby per address; see `call-limits.ts`. */
  readonly perMinute: Extract<SettingOf<number>, `${string}PerMinute`> | "unbounded";
  /** False: pages call it automatically, so it does not count as session activity. */
  readonly isUse: boolean;
  /** True: its answers may be so large, or cost so much, that only a few are produced at a time. */
  readonly isCostly: boolean;
}

/** Only with a session, a small body, as often as needed. */
const usual: HandlerRules = {
  body: "bodyBytes",
  perMinute: "unbounded",
  isUse: true,
  isCostly: false,
};

export type AuditWords = Pick<AuditNote, "action" | "subject">;

/**
 * When an audit row is written. `first`: before the answer is sent; for a write, as soon as possible. `soon`: within a
 * quarter of a second, batched, for frequent minor events. `counted`: immediately, then as a count, for events anybody
 * can trigger at will.
 */
export type AuditTime = "first" | "soon" | "counted";

type PatientRead = {
  [K in OperationKey]: (typeof registry)[K] extends { effect: "read"; discloses: "patient-data" } ? K : never;
}[OperationKey];

interface AuditRule<K extends OperationKey> {
  readonly when: AuditTime;
  /** The row of a successful call. Undefined, where allowed: nothing worth recording. */
  note(
    request: RequestOf<K>,
    answer: ResponseOf<K>,
  ): K extends PatientRead ? AuditWords : AuditWords | undefined;
  /** The row for a fault reported by flags, except a refused session. */
  noteOfFault?(code: string, request: RequestOf<K>): AuditWords | undefined;
}

/**
 * `none`: no row. `by-handler`: the handler writes its rows. Neither is allowed for a read that discloses patient data.
 */
export type AuditOf<K extends OperationKey> =
  | AuditRule<K>
  | (K extends PatientRead ? never : "none" | "by-handler");

export interface DefinedHandler<K extends OperationKey> extends HandlerRules {
  /** Not shown by the interface: the setting that admits callers without a session. */
  readonly openedBy?: K extends OpenKey ? Extract<SettingOf<boolean>, `open${string}`> : never;
  readonly audit: AuditOf<K>;
  readonly handle: Handler<K>;
  /**
   * Asked for what is refused with a 400: the answer to a repeat of what was done before there was the rule that it breaks.
   * It may be any JSON.
   */
  readonly repeat?: (
    request: unknown,
    context: Parameters<Handler<K>>[1],
  ) => Promise<ResponseOf<K> | undefined>;
}

export function defineHandler<K extends OperationKey>(
  _key: K,
  definition: Partial<HandlerRules> & Omit<DefinedHandler<K>, keyof HandlerRules>,
): DefinedHandler<K> {
  return { ...usual, ...definition };
}

export type Handlers = { readonly [K in OperationKey]: DefinedHandler<K> };
