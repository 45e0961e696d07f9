import { EVENT_HANDLER_IDS } from "./infra/events.ts";
import { FEATURES } from "./infra/features.ts";
import { ENDPOINTS } from "./shared/endpoints.ts";

/** The import rules. Each rule has a planted violation in test/documents/imports.test.ts. */
const SDKS = "(^|/)node_modules/(@aws-sdk|stripe|@smithy)/";
const DYNAMO_SDK = "(^|/)node_modules/@aws-sdk/(client-dynamodb|lib-dynamodb|util-dynamodb)/";
/** Files of pure decisions: `seatRules.ts`, or `rules.ts` in a folder. */
const RULES = "/(rules|[a-z][A-Za-z]*Rules)\\.ts$";
/** Files that read and write rows: `seatTable.ts`, or `table.ts` in a folder. */
const TABLES = "/(table|[a-z][A-Za-z]*Table)\\.ts$";
const DOORS = "^functions/[^/]+/index\\.ts$";
const ORDER = Object.keys(FEATURES);
const HANDLERS = [...Object.keys(ENDPOINTS), ...EVENT_HANDLER_IDS].join("|");

export default {
  forbidden: [
    {
      name: "shared-imports-shared-and-zod",
      comment: "Shared code runs in the browser, in Lambdas, in the CDK app and in tests.",
      severity: "error",
      from: { path: "^shared/" },
      to: { pathNot: "^shared/|(^|/)node_modules/zod/" },
    },
    {
      name: "rules-are-pure",
      comment:
        "Decisions use no clock, randomness, environment or SDK. From another feature they import only rules (test/rules/features.test.ts).",
      severity: "error",
      from: { path: `^functions/.*${RULES}` },
      to: { pathNot: `^shared/|^functions/.*${RULES}|${DOORS}|^(node:)?util$` },
    },
    {
      name: "dynamo-in-tables-only",
      comment: "Only one file per topic knows how rows are stored.",
      severity: "error",
      from: { path: "^functions/", pathNot: `${TABLES}|^functions/platform/` },
      to: { path: DYNAMO_SDK, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "sdks-in-platform-only",
      comment: "Only the platform creates clients. Other files may import Stripe's types.",
      severity: "error",
      from: { path: "^functions/", pathNot: `^functions/platform/|${TABLES}` },
      to: { path: SDKS, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "handlers-are-ends",
      comment: "A Lambda is not a library. Code that two Lambdas share is in a separate file.",
      severity: "error",
      from: { path: "^(functions|infra|web|local|shared)/" },
      to: { path: `^functions/(${HANDLERS}).ts$` },
    },
    {
      name: "features-have-doors",
      comment: "A file imports only index.ts from another feature. Every file may import the platform.",
      severity: "error",
      from: { path: "^functions/([^/]+)/" },
      to: { path: "^functions/", pathNot: `^functions/($1|platform)/|${DOORS}` },
    },
    // A feature imports only features that come before it in infra/features.ts.
    ...ORDER.slice(0, -1).map((feature, at) => ({
      name: "features-go-one-way",
      severity: "error",
      from: { path: `^functions/${feature}/` },
      to: { path: `^functions/(${ORDER.slice(at + 1).join("|")})/` },
    })),
    {
      name: "tables-ask-no-stripe",
      comment: "A table only stores rows. Other files of the feature call Stripe.",
      severity: "error",
      from: { path: `^functions/.*${TABLES}` },
      to: { path: "^functions/platform/(askStripe|changeAtStripe|stripe)\\.ts$" },
    },
    {
      name: "infra-imports-shared-and-cdk",
      severity: "error",
      from: { path: "^infra/" },
      to: {
        pathNot:
          "^infra/|^shared/|(^|/)node_modules/(aws-cdk-lib|constructs|cdk-nag)/|^(node:)?(path|fs|url|process|crypto|assert)$",
      },
    },
    {
      name: "customers-never-load-the-back-office",
      severity: "error",
      from: { path: "^web/src/(public|customer)/" },
      to: { path: "^web/src/operator/|^shared/.*operator\\.ts$" },
    },
    {
      name: "the-back-office-never-loads-the-shop",
      severity: "error",
      from: { path: "^web/src/operator/" },
      to: { path: "^web/src/(public|customer)/|^shared/(.*customer|accounts/settings)\\.ts$" },
    },
    {
      name: "ui-knows-no-product",
      severity: "error",
      from: { path: "^web/src/ui/" },
      to: { path: "^web/src/(?!ui/)|^shared/(?!instant)" },
    },
    {
      name: "web-imports-web-and-shared",
      severity: "error",
      from: { path: "^web/" },
      to: { path: "^(functions|infra|local|test|scripts)/" },
    },
    {
      name: "registry-is-for-the-workshop",
      comment: "Importing the registry loads every contract.",
      severity: "error",
      from: { path: "^(functions|web|packages)/|^shared/(?!endpoints\\.ts$)" },
      to: { path: "^shared/endpoints\\.ts$" },
    },
    {
      name: "local-runs-the-template",
      comment: "The local stack reads the synthesized template and bundles, so tests run the deployed code.",
      severity: "error",
      from: { path: "^local/" },
      to: { path: "^(functions|infra|web)/" },
    },
    {
      name: "packages-know-no-shop",
      comment:
        "Each package could move to another repository. It imports its own files, published packages and Node.",
      severity: "error",
      from: { path: "^packages/([^/]+)/" },
      to: { pathNot: "^packages/$1/|^@articlip/$1$|(^|/)node_modules/", dependencyTypesNot: ["core"] },
    },
    {
      name: "packages-are-entered-by-their-entry",
      comment:
        "scripts/verify/desktop.ts is an exception: it plays a computer that has no disk and downloads its keys.",
      severity: "error",
      from: { pathNot: "^packages/|^scripts/verify/desktop\\.ts$" },
      to: { path: "^packages/[^/]+/(?!src/index\\.ts$)" },
    },
    {
      name: "the-client-has-no-dependencies",
      comment: "The client is built into an application in another repository.",
      severity: "error",
      from: { path: "^packages/license-client/(?!tsdown\\.config\\.ts$|examples/)" },
      to: { pathNot: "^packages/", dependencyTypesNot: ["core"] },
    },
    {
      name: "the-client-knows-its-system-by-ports",
      comment: "Only the code for files, the machine and the command line imports Node's own modules.",
      severity: "error",
      from: { path: "^packages/license-client/src/(?!cli/|node/|index\\.ts$)" },
      to: { dependencyTypes: ["core"] },
    },
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "nothing-unresolved",
      comment:
        "The package aws-lambda has only types. An example of the license client imports the client by its published name.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^(aws-lambda|@articlip/license-client)$" },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(dist|cdk\\.out|\\.local)/" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".css"],
      conditionNames: ["import", "require", "node", "default", "types"],
      exportsFields: ["exports"],
    },
  },
};
