import { test as base } from "#e2e/fixtures.ts";
import { OldService } from "#e2e/old-service.ts";

/** Of the whole suite, which runs before such a service with E2E_UPSTREAM=1, what a clinic would notice first. */
export const test = base.extend<object, { old: OldService }>({
  old: [
    async ({}, use) => {
      const old = await OldService.open();
      await use(old);
      await old.dispose();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ old }, use) => use(old.url),
});
