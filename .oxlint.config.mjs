// The lint: one table of rooms, from which the import rule of src/README.md is made, and the other rules once each.

/** For each room: the rooms it may import, and the packages it must not stand on. */
const rooms = {
  signals: { rooms: [], packages: ["react", "react-*", "@tanstack/*", "node:*", "zod", "idb"] },
  contract: {
    rooms: [],
    packages: ["react", "react-dom", "react-*", "@tanstack/*", "node:*", "fastify", "kysely", "idb"],
  },
  billing: {
    rooms: ["contract"],
    packages: ["react", "react-dom", "react-*", "@tanstack/*", "node:*", "zod", "zod/*"],
  },
  server: {
    rooms: ["contract", "billing", "signals"],
    packages: ["react", "react-dom", "react-*", "@tanstack/*"],
  },
  api: {
    rooms: ["contract", "signals"],
    packages: ["node:*", "fastify", "kysely", "react-hook-form", "react-aria-components", "idb"],
  },
  workspace: {
    rooms: ["contract", "billing", "signals"],
    packages: ["node:*", "react", "react-*", "@tanstack/*"],
  },
  ui: {
    rooms: ["signals"],
    packages: ["node:*", "zod", "zod/*", "react-hook-form", "@tanstack/react-query", "idb"],
  },
  features: {
    rooms: ["contract", "billing", "signals", "api", "workspace", "ui"],
    packages: ["node:*", "idb", "fastify", "kysely"],
  },
  app: {
    rooms: ["contract", "billing", "signals", "api", "workspace", "ui", "features"],
    packages: ["node:*", "idb"],
  },
  "service-worker": {
    rooms: ["contract"],
    packages: ["node:*", "react", "react-*", "@tanstack/*", "zod", "idb"],
  },
  testing: { rooms: ["contract", "billing"], packages: ["node:*", "react", "react-*", "@tanstack/*"] },
};

/** Features never import each other, but for what they share. */
const features = ["sign-in", "visits", "messages", "diagnosis", "directory"];

const neighbours = { group: ["../**", ".."], message: "A neighbour is ./x.ts; anything else is #room/…." };

/** Tests, and the parts of theirs that stand beside them. */
const tests = ["*.test.ts", "*.test.tsx", "test-*.ts"];

/** The import rule of one room; its tests may also use what tests are made of. */
function importsOf(room, { ofTests = false, except = [] } = {}) {
  const may = [room, ...rooms[room].rooms, ...(ofTests ? ["testing"] : [])];
  const mayNot = [...Object.keys(rooms).filter((name) => !may.includes(name)), ...except];
  const patterns = [
    neighbours,
    {
      group: mayNot.map((name) => `#room/${name}/**`),
      message: `${room} may import only: ${rooms[room].rooms.join(", ") || "nothing of ours"} (src/README.md).`,
    },
  ];
  if (!ofTests)
    patterns.push({
      group: rooms[room].packages,
      message: `${room} does not stand on this package (src/README.md).`,
    });
  return { "no-restricted-imports": ["error", { patterns }] };
}

function overridesOf(room, folder, except = []) {
  return [
    { files: [`src/${folder}/**`], rules: importsOf(room, { except }) },
    {
      files: tests.map((name) => `src/${folder}/**/${name}`),
      rules: { ...importsOf(room, { ofTests: true, except }), "max-lines": "off" },
    },
  ];
}

export default {
  plugins: ["typescript", "unicorn", "oxc", "import", "react", "jsx-a11y", "promise"],
  categories: { correctness: "error", suspicious: "error" },
  env: { builtin: true },
  ignorePatterns: ["dist", "node_modules", "public"],
  rules: {
    "import/no-default-export": "error",
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/consistent-type-imports": "error",
    "unicorn/filename-case": ["error", { case: "kebabCase" }],
    "no-restricted-imports": ["error", { patterns: [neighbours] }],
    "react/exhaustive-deps": "error",
    "react/rules-of-hooks": "error",
    eqeqeq: "error",
    "no-console": "error",
    "max-params": ["error", { max: 4 }],
    "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
    "react/react-in-jsx-scope": "off",
    "import/no-unassigned-import": "off",
    "import/no-named-as-default-member": "off",
    "no-await-in-loop": "off",
    "no-shadow": "off",
    "unicorn/no-array-sort": "off",
    "unicorn/no-array-reverse": "off",
    "typescript/no-unnecessary-type-assertion": "off",
    "unicorn/consistent-function-scoping": "off",
    "react/jsx-no-constructed-context-values": "off",
    "unicorn/require-post-message-target-origin": "off",
    "jsx-a11y/prefer-tag-over-role": "off",
    "promise/valid-params": "off",
  },
  overrides: [
    ...Object.keys(rooms).flatMap((room) => overridesOf(room, room)),
    ...features.flatMap((feature) =>
      overridesOf(
        "features",
        `features/${feature}`,
        features.filter((other) => other !== feature).map((other) => `features/${other}`),
      ),
    ),
    {
      files: ["src/server/cli/**", "src/server/main.ts", "e2e/bench/**", ".ci/**"],
      rules: { "no-console": "off" },
    },
    {
      files: [
        "vite.config.ts",
        "e2e/**/*.config.ts",
        "e2e/store-template.ts",
        ".oxlint.config.mjs",
        ".ci/*.config.mjs",
      ],
      rules: { "import/no-default-export": "off" },
    },
    { files: ["e2e/**"], rules: { "react/rules-of-hooks": "off", "no-empty-pattern": "off" } },
  ],
};
