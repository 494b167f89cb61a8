import { createRouter } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { isPageAddress, pageAddresses } from "#room/contract/page-addresses.ts";
import { routeTree } from "./routes.tsx";

test("the server answers exactly the addresses of the routes", () => {
  // No route is visited, so none uses the keeper.
  const { routesByPath } = createRouter({ routeTree, context: { keeper: undefined as never } });
  expect(Object.keys(routesByPath).sort()).toEqual(Object.values(pageAddresses).sort());
  for (const address of Object.keys(routesByPath)) {
    const path = address.replace(/\$\w+/, "0a1b");
    expect(isPageAddress(path) && (path === "/" || isPageAddress(`${path}/`)), path).toBe(true);
  }
  for (const path of [
    "/visit",
    "/visits/a/b",
    "/visits//",
    "/messages/1/2",
    "/sign-in/x",
    "/diagnosis/x",
    "//",
  ])
    expect(isPageAddress(path), path).toBe(false);
});
