import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import react from "@vitejs/plugin-react";
import type { Plugin, Rolldown } from "vite";
import { defineConfig } from "vitest/config";
import { compressPlugin } from "./src/server/compress-plugin.ts";
import { serviceWorkerPlugin } from "./src/server/service-worker-plugin.ts";
import { serverPlugin } from "./src/server/vite-plugin.ts";

const commands = join(import.meta.dirname, "src", "server", "cli");

/** The server's programs: the process itself, its threads (`SideProgram`), and each command-line tool. */
function serverEntries(): Record<string, string> {
  const tools = readdirSync(commands).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  return Object.fromEntries([
    ["main", "src/server/main.ts"],
    ["upgrading-answerer", "src/server/upgrading-answerer.ts"],
    ["mail-reader", "src/server/direct/mail-reader.ts"],
    ["code-file-reader", "src/server/codes/code-file-reader.ts"],
    ...tools.map((file) => [basename(file, ".ts"), join(commands, file)]),
  ]);
}

/** The tests of rooms that know neither the browser nor Node. */
const pureTests = ["src/contract/**/*.test.ts", "src/billing/**/*.test.ts"];

/** These are about the memory, the processor time or the threads of their process. */
const aloneTests = [
  "aside/side-thread",
  "direct/fetch-mail",
  "http/large-bodies",
  "metrics/metrics",
  "sessions/openid",
  "sessions/sign-in",
].map((file) => `src/server/${file}.test.ts`);

/** Stryker tries a mutant (`npm run mutate`): what tests import is loaded once, and what keeps somebody waiting is noticed in seconds. */
const isMutant = process.env["STRYKER_MUTATOR_WORKER"] !== undefined;

const testStores = "src/server/store/test-stores-setup.ts";

/** The bundler joins style sheets in the order of its chunks, so the order of the cascade layers must stand first. */
function layerOrderPlugin(): Plugin {
  return {
    name: "layer-order",
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === "asset" && file.fileName.endsWith(".css"))
          file.source = `@layer reset,tokens,base,ui;${String(file.source)}`;
      }
    },
  };
}

/** Node keeps the text of a file that it runs, in two bytes a character if a single one needs two: 5 MB of the server's memory. */
function oneBytePlugin(): Plugin {
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return {
    name: "one-byte",
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === "chunk") file.code = file.code.replaceAll(/[\u0100-\uffff]/g, escaped);
    },
  };
}

/**
 * All files of these are requested at once, since somebody waits for them; those of other pages, which are loaded ahead in idle time, one after the
 * other. The lists of files stand in what sign-in loads.
 */
const atStart = /\/(?:sign-in-page|console|wire|visits-page)-/;

/** React has had what this stands in for since 18. */
const ownStores = [
  {
    find: /^use-sync-external-store\/shim\/with-selector(?:\.js)?$/,
    replacement: "use-sync-external-store/with-selector.js",
  },
  { find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: "react" },
];

/** What four pages or more share, but not all: of a piece of its own each. */
const someLoad =
  /\/(?:@simplewebauthn|second-step|react-hook-form|forms\/form-|parts\/(?:saver|file-export)|use-awaited|safe-file-name|ui\/select|features\/messages|billing\/line-totals|dompurify|prosemirror-[a-z]+|orderedmap|w3c-keyname)/;

/** What most pages have, but not that of a visit. */
const pagesHave =
  /\/(?:mutationObserver|useMutation|show-instant|date-input|submit-filled|failed|fetched|read-text|progress-bar|table|use-width)\.[jt]sx?$/;

/** Dialogs: who imports a piece with one of them waits for what dialogs are made of. */
const opensLate =
  /(?:-dialogs?|action-fields|bulk-form|snooze-times|(?:change|save)-view|per-payer|invoice-content|clear-for-charging|paste-preview|attempts-panel|closed-days|difference-list|use-sent|visit-story|story-lines|visit-letters|from-service|shared-strip|work-words|typed-reason)\.tsx?$/;

/** Of one visit, its page and the windows about it; the list has none of it. */
const ofOneVisit =
  /\/(?:visits\/(?:shared-visit\/(?!paid-on|received-event)|editor\/history|editor\/draft\/adopt-event|invoice\/)|billing\/apply-fix|ui\/use-few)/;

/** What every page has, and of what the rail's counts of visits import, loaded after it, what pages do, too. */
const everybodys =
  /\/(?:console-frame|open-console-workspace|list-row|use-remove|clinic-today|clinic-days|caller-name|few-at-a-time|signal|use-now|useQueries|tidy-number|event-id)\.[jt]sx?$/;

/**
 * Each with all it imports. What signing in loads, then what everybody loads, then what several pages share are one piece of each
 * kind: many small ones are packed worse, and each is a request. With a hundred of them a page took a third more processor time to
 * open. What only some pages need (forms, long lists, charts, passkeys) is a piece of its own.
 */
const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: "start", tags: ["$initial"] },
  { name: "sign-in-page", test: /\/sign-in-page\.tsx$/ },
  { name: "wire", test: /src\/api\/read-reply\./ },
  { name: "console", test: everybodys },
  { name: "rail", test: /\/(?:visit-count|rail-views)\.tsx$/ },
  { name: "overlays", test: /\/src\/ui\/(?:dialog|menu-list)\.tsx$/ },
  {
    name: "shared",
    test: (id) => !someLoad.test(id) && !opensLate.test(id) && !pagesHave.test(id),
    minShareCount: 4,
  },
  { name: "pages", test: pagesHave },
  { name: "select", test: /\/ui\/select\.tsx$/ },
  { name: "rows", test: /\/ui\/use-(?:rows-in-sight|selection)\.ts$/ },
  { name: "form", test: /\/(?:react-hook-form|forms\/form-[a-z]+\.)/ },
  { name: "passkey", test: /\/(?:@simplewebauthn|second-step)\//, minShareCount: 2 },
  { name: "charts", test: /\/(?:d3-[a-z]+|visits\/(?:overview|figures|reports))\//, minShareCount: 2 },
  { name: "writing", test: /\/(?:prosemirror-[a-z]+|orderedmap|w3c-keyname)\//, minShareCount: 2 },
  { name: "delivery", test: /\/sent\/delivery-words\.ts$/ },
  { name: "letters", test: /\/features\/messages\/(?:sent|text-mail|selected-code)\//, minShareCount: 2 },
  {
    name: "codes",
    test: /\/(?:features\/codes\/|billing\/(?:procedure-code|answering-modifiers)\.|primitives\/procedure-system\.)/,
    minShareCount: 2,
  },
  { name: "drafts", test: /\/messages\/(?:drafts\/draft-sync|attachments\/base64-to-blob)\.ts$/ },
  { name: "story", test: (id) => ofOneVisit.test(id) && !opensLate.test(id), minShareCount: 2 },
  { name: "runs", test: /\/(?:bulk|batch)-report\.tsx$/ },
  {
    name: "visit",
    test: (id) => /\/(?:features\/visits|billing\/line-totals)/.test(id) && !opensLate.test(id),
    minShareCount: 2,
  },
  { name: "rules", test: /\/billing\/(?:rules\/|scrub\.ts|summarise-event\.ts)/ },
];

/** Whoever starts the product is not told where its build took its time. */
const quiet = { bundlerTimings: false };

export default defineConfig(({ command, isSsrBuild }) => ({
  logLevel: command === "build" ? "warn" : "info",
  plugins: [
    react(),
    serverPlugin(),
    layerOrderPlugin(),
    isSsrBuild ? oneBytePlugin() : serviceWorkerPlugin(),
    compressPlugin(),
  ],
  assetsInclude: ["**/*.bin"],
  resolve: { alias: ownStores },
  // Of these the server loads a part, in one file; as packages they have 370 files and take 10 MB more of memory.
  ssr: { noExternal: isSsrBuild ? ["zod", "kysely"] : [] },
  build: isSsrBuild
    ? {
        outDir: "dist/server",
        target: "node20",
        ssr: true,
        copyPublicDir: false,
        rolldownOptions: { input: serverEntries(), checks: quiet },
      }
    : {
        outDir: "dist/client",
        modulePreload: {
          // All of our browsers know it.
          polyfill: false,
          resolveDependencies: (file, needed, { hostType }) =>
            hostType === "html" || atStart.test(file) ? needed : [],
        },
        target: "es2023",
        // Everybody loads the console's piece; PDF is loaded on demand.
        chunkSizeWarningLimit: 700,
        // The first browsers that know light-dark(); an older target would have it rewritten.
        cssTarget: ["chrome123", "firefox120", "safari17.5"],
        rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } }, checks: quiet },
      },
  server: { port: 5173, strictPort: false },
  test: {
    restoreMocks: true,
    hookTimeout: 60_000,
    setupFiles: "src/testing/same-draws.ts",
    // One more than cores: many tests wait for a timer, a lock or a database that is gone.
    maxWorkers: availableParallelism() + 1,
    // A limit, not a wait: on a busy machine a test with a real server and database may take some seconds.
    testTimeout: isMutant ? 25_000 : 60_000,
    expect: { poll: { timeout: isMutant ? 4000 : 20_000 } },
    projects: [
      // Nothing there keeps anything between calls, so many small files share what they import.
      { extends: true, test: { name: "pure", include: pureTests, isolate: false } },
      {
        // Their files share what they import, whose loading was a third of their work; so a helper there adds hooks only
        // where a file calls it (`serverOfEach`), and none changes what a module keeps.
        extends: true,
        test: {
          name: "shared",
          include: ["src/**/*.test.{ts,tsx}"],
          exclude: [...pureTests, ...aloneTests],
          globalSetup: testStores,
          isolate: false,
        },
      },
      { extends: true, test: { name: "alone", include: aloneTests, globalSetup: testStores } },
    ],
  },
}));
