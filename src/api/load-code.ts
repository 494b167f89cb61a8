import { isOutdated } from "./is-outdated.ts";
import { networkOrSoon } from "./network-or-soon.ts";

/** A connection that comes and goes fails some imports although the service can be reached before and after. */
const mostTries = 3;

/** The file did not come. `isOutdated`: the service has another build. */
export class CodeMissing extends Error {
  readonly isOutdated: boolean;

  constructor(isOutdated: boolean, cause: unknown) {
    // Not the browser's own message, which would make the router reload the page without asking.
    super("A part of this page couldn’t be loaded. Reload the page.", { cause });
    this.isOutdated = isOutdated;
  }
}

/**
 * Imports code. Waits while the service cannot be reached, and goes on by itself. Throws when the service has another
 * build, or repeatedly does not give the file (`CodeMissing`).
 */
export async function loadCode<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (let tries = 1; ;) {
    try {
      return await load();
    } catch (error) {
      const isOld = await isOutdated();
      if (isOld !== undefined) tries += 1;
      if (isOld || tries > mostTries) throw new CodeMissing(isOld === true, error);
    }
    await networkOrSoon();
  }
}
