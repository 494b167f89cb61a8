import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, requiredText, rule } from "#room/contract/primitives/rule.ts";

/** One health check. */
export const healthCheck = z.looseObject({
  name: z.string(),
  value: z.string(),
  /** What somebody must do; absent when nothing is needed. */
  act: optional(z.string()),
});
export type HealthCheck = z.output<typeof healthCheck>;

/** Health, an extension: the server's current state and upcoming problems, in words, without patient data. */
export const getHealth = defineExtension({
  name: "HealthRequest",
  effect: "read",
  right: "health",
  discloses: "no-patient-data",
  freshMs: 10_000,
  timeLimitMs: 30_000,
  request: z.looseObject({}),
  response: z.looseObject({
    at: z.string(),
    checks: z.array(healthCheck),
    /** True where a new data key can be begun. */
    hasDataKey: optional(z.boolean()),
  }),
});

/**
 * MakeBackup, an extension: makes and verifies a backup of everything, to be read with ReadBackup by the same session
 * within half an hour. A newer one replaces it. 403 `OutsideYourPractices` for a caller limited to practices; 409
 * `NoBackup` where there is nothing to back up, and when it fails.
 */
export const makeBackup = defineExtension({
  name: "MakeBackupRequest",
  effect: "write",
  right: "backups",
  asksAgain: true,
  discloses: "no-patient-data",
  timeLimitMs: 280_000,
  request: z.looseObject({}),
  response: z.looseObject({ backupId: z.string(), fileName: z.string(), bytes: z.number() }),
});

const position = z.number().check(
  rule((from) => Number.isSafeInteger(from) && from >= 0, {
    code: "GreaterThanOrEqual",
    message: "must be a position in the backup",
  }),
);

/** ReadBackup, an extension: the next part of a backup that this session made. 404 `BackupGone` when it is gone. */
export const readBackup = defineExtension({
  name: "ReadBackupRequest",
  effect: "read",
  right: "backups",
  discloses: "patient-data",
  freshMs: 0,
  timeLimitMs: 60_000,
  request: z.looseObject({ backupId: requiredText(100), from: position }),
  response: z.looseObject({
    /** Base64. */
    content: z.string(),
    /** Where the next part begins; absent after the last one, with which the service forgets the backup. */
    next: optional(z.number()),
  }),
});

/**
 * BeginDataKey, an extension: what is written from now on is encrypted under a new data key. What is there stays
 * readable under the keys before. 409 `NoDataKey` if the server was given none.
 */
export const beginDataKey = defineExtension({
  name: "BeginDataKeyRequest",
  effect: "write",
  right: "backups",
  asksAgain: true,
  discloses: "no-patient-data",
  request: z.looseObject({}),
  response: z.looseObject({ keyId: z.number() }),
});
