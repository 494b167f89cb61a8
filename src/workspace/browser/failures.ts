/**
 * The browser could not store or read something. `full`: no space left; `blocked`: another tab has an older version
 * open; `closed`: the database was deleted or closed by the browser; `damaged`: a record does not decrypt or was
 * tampered with; `unavailable`: this browser grants no storage (private window, policy).
 */
export class StorageFailure extends Error {
  readonly kind: "full" | "blocked" | "closed" | "damaged" | "unavailable" | "failed";
  constructor(kind: StorageFailure["kind"], options?: { cause?: unknown; detail?: string }) {
    super(options?.detail ?? storageWords[kind], { cause: options?.cause });
    this.name = "StorageFailure";
    this.kind = kind;
  }
}

const storageWords: Readonly<Record<StorageFailure["kind"], string>> = {
  full: "This browser is out of storage space. Your last change is not saved: free up some space or export your work.",
  blocked: "Another tab has an older version of this console open. Close it and try again.",
  closed: "This browser closed the console’s storage. Copy what isn’t saved yet, then reload the page.",
  damaged: "A saved record cannot be read: it was damaged or changed from outside.",
  unavailable: "This browser doesn’t let the console store data, so nothing can be saved here.",
  failed: "This browser could not save your last change.",
};

/** The secret does not open this workspace. After a password change the old password is asked for once. */
export class WrongSecret extends Error {
  constructor() {
    super("This password does not open the workspace kept on this device");
    this.name = "WrongSecret";
  }
}

/** Another tab has the write lease for this draft. */
export class NotTheWriter extends Error {
  constructor() {
    super("Another tab is editing this.");
    this.name = "NotTheWriter";
  }
}

/** The workspace was closed while a call was waiting. */
export class WorkspaceClosed extends Error {
  constructor() {
    super("The workspace is closed");
    this.name = "WorkspaceClosed";
  }
}

/** An event or message cannot be changed in its current state. */
export class NotAllowed extends Error {
  constructor(message: string) {
    super(message);
    this.name = "NotAllowed";
  }
}
