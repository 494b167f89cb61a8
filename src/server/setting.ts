import * as z from "zod/mini";

interface More {
  /** The default, in words, for the help. */
  readonly absent?: string;
  /** True if the value may contain a password, so that no message repeats it. */
  readonly secret?: boolean;
}

/** One setting: the environment variable's name, its purpose, and how its text (undefined: absent or empty) is parsed. */
export function setting<Schema extends z.ZodMiniType<unknown, string | undefined>>(
  variable: string,
  help: string,
  schema: Schema,
  more: More = {},
) {
  return { variable, help, schema, ...more };
}

export type Setting<Schema extends z.ZodMiniType<unknown, string | undefined>> = ReturnType<
  typeof setting<Schema>
>;

/** A schema from a reader: the reader returns the value, or undefined if the text is not `expected`. */
export function reads<T>(expected: string, read: (text: string) => T | undefined) {
  return z.pipe(
    z.string(),
    z.transform((text, context) => {
      const value = read(text.trim());
      if (value === undefined) {
        context.issues.push({ code: "custom", input: text, message: `must be ${expected}` });
        return z.NEVER;
      }
      return value;
    }),
  );
}

/** The schema with a default for an absent variable. */
export function orElse<T>(schema: z.ZodMiniType<T, string>, absent: T) {
  return z.pipe(
    z.optional(z.string()),
    z.transform((text, context) => {
      if (text === undefined) return absent;
      const result = schema.safeParse(text);
      if (result.success) return result.data;
      context.issues.push({ code: "custom", input: text, message: result.error.issues[0]?.message ?? "" });
      return z.NEVER;
    }),
  );
}

/** The schema, with undefined for an absent variable. */
export function orNothing<T>(schema: z.ZodMiniType<T, string>) {
  return orElse<T | undefined>(schema, undefined);
}

export const plainText = reads("text", (text) => text);

export function wholeNumber(least: number, most: number) {
  return reads(`a whole number from ${least} to ${most}`, (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : -1;
    return value >= least && value <= most ? value : undefined;
  });
}

export const yesOrNo = reads("yes or no", (text) => {
  if (/^(yes|true|on|1)$/i.test(text)) return true;
  return /^(no|false|off|0)$/i.test(text) ? false : undefined;
});

const units: Readonly<Record<string, number>> = { "": 1, b: 1, kib: 1024, mib: 1024 ** 2, gib: 1024 ** 3 };

/** A size in bytes: "65536", "64 KiB", "8MiB". */
export const byteSize = reads("a size such as 64 KiB or 8 MiB", (text) => {
  const match = /^(\d{1,12})\s*([a-z]*)$/i.exec(text);
  const unit = units[(match?.[2] ?? "?").toLowerCase()];
  const bytes = Number(match?.[1]) * (unit ?? Number.NaN);
  return bytes >= 1 && bytes <= 2 * 1024 ** 3 ? bytes : undefined;
});

export const webAddress = reads("an http or https address", (text) => {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === "http:" || url.protocol === "https:" ? url.href.replace(/\/$/, "") : undefined;
});

/** Words separated by spaces or commas. */
export function words(expected: string, accepts: (word: string) => boolean) {
  return reads(expected, (text) => {
    const list = text.split(/[\s,]+/).filter((word) => word !== "");
    return list.every(accepts) ? list : undefined;
  });
}

/** Names other than those of our own ways to sign in and out. */
export const providerNames = words(
  "names of letters and digits, other than credentials, digest and logout",
  (word) => /^(?!(?:credentials|digest|logout)$)[a-z][a-z\d]{0,39}$/i.test(word),
);
