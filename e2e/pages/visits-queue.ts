import { expect, type Page } from "playwright/test";
import type { AutoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";

/** A file as `setInputFiles` takes it. */
export function fileOf(name: string, content: string | Buffer) {
  return { name, mimeType: "application/octet-stream", buffer: Buffer.from(content) };
}

export function ndjson(events: readonly unknown[]): string {
  return events.map((event) => JSON.stringify(event)).join("\n");
}

/** The queue as a user sees it. */
export class VisitsQueue {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  get table() {
    return this.page.getByRole("table", { name: "Visit charges" });
  }

  /** The row of an event's visit, found by the end of its short id. */
  row(event: Pick<AutoChargedEvent, "visitCharged">) {
    return this.table.getByRole("row").filter({ hasText: `…${event.visitCharged.visitId.slice(-4)}` });
  }

  get importReport() {
    return this.page.getByRole("status", { name: "Import" });
  }

  get sending() {
    return this.page.getByRole("status", { name: "Sending" });
  }

  async import(...files: ReturnType<typeof fileOf>[]): Promise<void> {
    const chooser = this.page.waitForEvent("filechooser");
    await this.page.getByRole("button", { name: "Import", exact: true }).click();
    await (await chooser).setFiles(files);
  }

  /** Imports events and waits until they are in. */
  async importEvents(events: readonly unknown[]): Promise<void> {
    await this.import(fileOf("events.ndjson", ndjson(events)));
    await expect(this.importReport).toContainText("imported from events.ndjson", {
      timeout: 60_000,
    });
    await this.importReport.getByRole("button", { name: "Close" }).click();
  }
}
