import { base64Length } from "#room/contract/primitives/base64.ts";

export interface AttachmentLimits {
  /** Bytes per file. */
  attachment: number;
  /** Bytes of the whole request, including base64. */
  request: number;
}

/** Our own server's limits, used until the service reports its own (wire decisions, Routes and Messages). */
export const usualLimits: AttachmentLimits = { attachment: 32 * 2 ** 20, request: 64 * 2 ** 20 };

export interface Budget {
  /** Request bytes used by the files, including base64 and names. */
  used: number;
  total: number;
  faults: { id?: string; message: string }[];
}

export interface SizedFile {
  id: string;
  fileName: string;
  size: number;
}

const mega = (bytes: number): string => `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;

/** Computes a message's size on the wire: base64 turns three bytes into four characters. */
export function attachmentBudget(
  files: readonly SizedFile[],
  bodyBytes: number,
  limits: AttachmentLimits,
): Budget {
  const perFile = 120;
  const used = files.reduce(
    (sum, file) => sum + base64Length(file.size) + file.fileName.length + perFile,
    bodyBytes,
  );
  const faults: Budget["faults"] = files
    .filter((file) => file.size > limits.attachment)
    .map((file) => ({
      id: file.id,
      message: `${file.fileName} is ${mega(file.size)}; the limit for one file is ${mega(limits.attachment)}.`,
    }));
  if (used > limits.request) {
    faults.push({
      message: `${mega(used)} when sent, limit ${mega(limits.request)}. Files grow by a third when sent. Remove one.`,
    });
  }
  return { used, total: limits.request, faults };
}
