import { createRootRouteWithContext, createRoute, redirect } from "@tanstack/react-router";
import { pageAddresses } from "#room/contract/page-addresses.ts";
import { peopleSearch } from "#room/features/admin/people/people-search.ts";
import { trailSearch } from "#room/features/admin/trail/trail-search.ts";
import { diagnosisSearch } from "#room/features/diagnosis/diagnosis-search.ts";
import { directorySearch } from "#room/features/directory/directory-search.ts";
import { composePageSearch } from "#room/features/messages/compose-page-search.ts";
import { messagesPageSearch } from "#room/features/messages/messages-page-search.ts";
import { overviewSearch } from "#room/features/visits/overview/overview-search.ts";
import { figuresSearch } from "#room/features/visits/figures/figures-search.ts";
import { reportsSearch } from "#room/features/visits/reports/reports-search.ts";
import { invoiceSearch } from "#room/features/visits/invoice/invoice-search.ts";
import { visitsPageSearch } from "#room/features/visits/visits-page-search.ts";
import { signInCallbackSearch, signInSearch } from "#room/features/sign-in/sign-in-search.ts";
import { loadPage } from "./offline/load-page.ts";
import type { SessionKeeper } from "./session/session-keeper.ts";

type Rest<Address, Parent extends string> = Address extends `${Parent}${infer Part}` ? Part : never;

/** The part of an address below its parent's. */
function below<Parent extends string, Address extends `${Parent}/${string}`>(
  parent: Parent,
  address: Address,
) {
  // The address after its parent's, as its type says.
  return address.slice(parent.length) as Rest<Address, Parent>;
}

const root = createRootRouteWithContext<{ keeper: SessionKeeper }>()();

const signIn = createRoute({
  getParentRoute: () => root,
  path: pageAddresses.signIn,
  staticData: { title: "Sign in" },
  validateSearch: signInSearch,
  component: loadPage(() => import("#room/features/sign-in/sign-in-page.tsx"), "SignInPage"),
});

const signInCallback = createRoute({
  getParentRoute: () => root,
  path: pageAddresses.signInCallback,
  staticData: { title: "Sign in" },
  validateSearch: signInCallbackSearch,
  component: loadPage(() => import("#room/features/sign-in/sign-in-callback-page.tsx"), "SignInCallbackPage"),
});

const welcome = createRoute({
  getParentRoute: () => root,
  path: pageAddresses.welcome,
  staticData: { title: "Welcome" },
  component: loadPage(() => import("#room/features/sign-in/welcome/welcome-page.tsx"), "WelcomePage"),
});

/** Everything that needs a session. Its code (shell, menus, palette) is loaded after sign-in. */
const behindSignIn = createRoute({
  getParentRoute: () => root,
  id: "console",
  beforeLoad: async ({ context, location }) => {
    const state = await context.keeper.start();
    if (state.at === "signed-out") throw redirect({ to: "/sign-in", search: { continue: location.href } });
  },
  component: loadPage(() => import("./frame/console-frame.tsx"), "ConsoleFrame"),
  notFoundComponent: loadPage(() => import("./frame/unknown-address.tsx"), "UnknownPage"),
});

const home = createRoute({
  getParentRoute: () => behindSignIn,
  path: pageAddresses.home,
  beforeLoad: () => {
    throw redirect({ to: "/visits", replace: true });
  },
});

const editor = loadPage(
  () => import("#room/features/visits/editor/visit-editor-page.tsx"),
  "VisitEditorPage",
);

const visits = createRoute({
  getParentRoute: () => behindSignIn,
  path: pageAddresses.visits,
  staticData: { title: "Visits", right: "visits" },
  validateSearch: visitsPageSearch,
  component: loadPage(() => import("#room/features/visits/queue/visits-page.tsx"), "VisitsPage"),
});

const overview = createRoute({
  getParentRoute: () => behindSignIn,
  path: pageAddresses.overview,
  staticData: { title: "Overview", right: "visits" },
  validateSearch: overviewSearch,
  component: loadPage(() => import("#room/features/visits/overview/overview-page.tsx"), "OverviewPage"),
});

const figures = createRoute({
  getParentRoute: () => behindSignIn,
  path: pageAddresses.figures,
  staticData: { title: "Day sheet", right: "visits" },
  validateSearch: figuresSearch,
  component: loadPage(() => import("#room/features/visits/figures/figures-page.tsx"), "FiguresPage"),
});

const reports = createRoute({
  getParentRoute: () => behindSignIn,
  path: pageAddresses.reports,
  staticData: { title: "Reports", right: "visits" },
  validateSearch: reportsSearch,
  component: loadPage(() => import("#room/features/visits/reports/reports-page.tsx"), "ReportsPage"),
});

/** One page for both addresses, so that a new visit stays open when its first keystroke gives it an address. */
const visitEditor = createRoute({
  getParentRoute: () => behindSignIn,
  id: "visit-editor",
  component: editor,
});

const newVisit = createRoute({
  getParentRoute: () => visitEditor,
  path: pageAddresses.newVisit,
  staticData: { title: "New visit charge", right: "visits" },
});

const visit = createRoute({
  getParentRoute: () => visitEditor,
  path: pageAddresses.visit,
  staticData: { title: "Visit", right: "visits" },
});

const visitById = createRoute({
  getParentRoute: () => behindSignIn,
  path: pageAddresses.visitById,
  staticData: { title: "Visit", right: "visits" },
  component: loadPage(
    () => import("#room/features/visits/shared-visit/visit-by-id-page.tsx"),
    "VisitByIdPage",
  ),
});

const invoice = createRoute({
  getParentRoute: () => behindSignIn,
  path: pageAddresses.invoice,
  staticData: { title: "Invoice", right: "visits" },
  validateSearch: invoiceSearch,
  component: loadPage(() => import("#room/features/visits/invoice/invoice-page.tsx"), "InvoicePage"),
});

const messages = createRoute({
  getParentRoute: () => behindSignIn,
  path: pageAddresses.messages,
  staticData: { title: "Messages", right: "messages" },
  validateSearch: messagesPageSearch,
  component: loadPage(() => import("#room/features/messages/messages-page.tsx"), "MessagesPage"),
});

const compose = createRoute({
  getParentRoute: () => behindSignIn,
  path: pageAddresses.compose,
  staticData: { title: "Compose", right: "messages" },
  validateSearch: composePageSearch,
  component: loadPage(() => import("#room/features/messages/compose-page.tsx"), "ComposePage"),
});

const message = createRoute({
  getParentRoute: () => messages,
  path: below(pageAddresses.messages, pageAddresses.message),
  staticData: { title: "Messages", right: "messages" },
});

const diagnosis = createRoute({
  getParentRoute: () => behindSignIn,
  path: pageAddresses.diagnosis,
  staticData: { title: "Codes", right: "codes" },
  validateSearch: diagnosisSearch,
  component: loadPage(() => import("#room/features/diagnosis/diagnosis-page.tsx"), "DiagnosisPage"),
});

const codes = createRoute({
  getParentRoute: () => behindSignIn,
  path: pageAddresses.codes,
  validateSearch: diagnosisSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: "/diagnosis", search, replace: true });
  },
});

const directory = createRoute({
  getParentRoute: () => behindSignIn,
  path: pageAddresses.directory,
  staticData: { title: "Directory", right: "visits" },
  validateSearch: directorySearch,
  component: loadPage(() => import("#room/features/directory/directory-page.tsx"), "DirectoryPage"),
});

const account = createRoute({
  getParentRoute: () => behindSignIn,
  path: pageAddresses.account,
  staticData: { title: "Your account" },
  component: loadPage(() => import("#room/features/account/account-page.tsx"), "AccountPage"),
});

const clinic = createRoute({
  getParentRoute: () => behindSignIn,
  path: pageAddresses.clinic,
  staticData: { title: "Clinic", right: "clinic" },
  component: loadPage(() => import("#room/features/admin/clinic/clinic-page.tsx"), "ClinicPage"),
});

const people = createRoute({
  getParentRoute: () => behindSignIn,
  path: pageAddresses.people,
  staticData: { title: "People", right: "people" },
  validateSearch: peopleSearch,
  component: loadPage(() => import("#room/features/admin/people/people-page.tsx"), "PeoplePage"),
});

const trail = createRoute({
  getParentRoute: () => behindSignIn,
  path: pageAddresses.trail,
  staticData: { title: "Audit log", right: "trail" },
  validateSearch: trailSearch,
  component: loadPage(() => import("#room/features/admin/trail/trail-page.tsx"), "TrailPage"),
});

const health = createRoute({
  getParentRoute: () => behindSignIn,
  path: pageAddresses.health,
  staticData: { title: "Health", right: "health" },
  component: loadPage(() => import("#room/features/admin/health/health-page.tsx"), "HealthPage"),
});

const keys = createRoute({
  getParentRoute: () => behindSignIn,
  path: pageAddresses.keys,
  staticData: { title: "API keys", right: "keys" },
  component: loadPage(() => import("#room/features/admin/keys/keys-page.tsx"), "KeysPage"),
});

export const routeTree = root.addChildren([
  signIn,
  signInCallback,
  welcome,
  behindSignIn.addChildren([
    home,
    visits,
    overview,
    figures,
    reports,
    visitEditor.addChildren([newVisit, visit]),
    visitById,
    invoice,
    messages.addChildren([message]),
    compose,
    diagnosis,
    codes,
    directory,
    account,
    clinic,
    people,
    trail,
    health,
    keys,
  ]),
]);
