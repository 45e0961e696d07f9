import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { flawsOf, type Installed, installPacked, NODES } from "./packed.ts";

const run = promisify(execFile);
const MIN_NODE = 24;

let installed: Installed;
beforeAll(() => {
  installed = installPacked("local-aws");
  writeApp(path.join(installed.app, "cdk.out"));
});
afterAll(() => rmSync(installed.folder, { recursive: true }));

/** Writes the output of `cdk synth` for one function behind an HTTP API. */
function writeApp(folder: string): void {
  mkdirSync(path.join(folder, "asset.one"), { recursive: true });
  const write = (file: string, value: unknown) =>
    writeFileSync(path.join(folder, file), typeof value === "string" ? value : JSON.stringify(value));
  write("asset.one/index.mjs", "export const handler = async (event) => ({ asked: event.rawPath });");
  const arn = { "Fn::GetAtt": ["One", "Arn"] };
  const api = { Ref: "Api" };
  const Resources = {
    Role: { Type: "AWS::IAM::Role", Properties: {} },
    One: {
      Type: "AWS::Lambda::Function",
      Properties: {
        Code: { S3Key: "one.zip" },
        Handler: "index.handler",
        Runtime: "nodejs24.x",
        Role: { "Fn::GetAtt": ["Role", "Arn"] },
      },
    },
    Permission: {
      Type: "AWS::Lambda::Permission",
      Properties: { FunctionName: arn, Principal: "apigateway.amazonaws.com" },
    },
    Api: { Type: "AWS::ApiGatewayV2::Api", Properties: { ProtocolType: "HTTP" } },
    Stage: { Type: "AWS::ApiGatewayV2::Stage", Properties: { ApiId: api, StageName: "$default" } },
    Integration: {
      Type: "AWS::ApiGatewayV2::Integration",
      Properties: { IntegrationType: "AWS_PROXY", IntegrationUri: arn, PayloadFormatVersion: "2.0" },
    },
    Route: {
      Type: "AWS::ApiGatewayV2::Route",
      Properties: {
        RouteKey: "GET /hello",
        Target: { "Fn::Join": ["/", ["integrations", { Ref: "Integration" }]] },
      },
    },
  };
  write("app.template.json", { Resources });
  write("app.assets.json", { files: { one: { source: { path: "asset.one" } } } });
  const properties = { templateFile: "app.template.json" };
  write("manifest.json", {
    artifacts: {
      assets: { type: "cdk:asset-manifest", properties: { file: "app.assets.json" } },
      App: { type: "aws:cloudformation:stack", environment: "aws://unknown-account/eu-west-1", properties },
    },
  });
}

/** How many consecutive ports the program uses after the one in `--port`. */
const PORTS = 6;

/** Finds the first of several consecutive free ports, below those that the system assigns automatically. */
async function freePorts(): Promise<number> {
  const first = 20_000 + Math.floor(Math.random() * 12_000);
  const row = Array.from({ length: PORTS + 1 }, (_, at) => isFree(first + at));
  return (await Promise.all(row)).every(Boolean) ? first : await freePorts();
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  const free = await Promise.race([
    once(server, "listening").then(() => true),
    once(server, "error").then(() => false),
  ]).catch(() => false);
  server.close();
  return free;
}

describe("the packed emulator", () => {
  test("contains the program and its build, but no sources", () => {
    expect(readdirSync(installed.place).sort()).toEqual([
      "CHANGELOG.md",
      "README.md",
      "bin",
      "dist",
      "package.json",
    ]);
  });

  test("has a changelog entry for its version", () => {
    const changelog = readFileSync(path.join(installed.place, "CHANGELOG.md"), "utf8");
    expect(changelog).toContain(`## ${installed.manifest.version}\n`);
  });

  test("passes publint and arethetypeswrong", async () => {
    expect(await flawsOf(installed)).toEqual([]);
  });
});

describe.each(NODES)("the installed emulator on %s", (node) => {
  const program = () => path.join(installed.place, String(installed.manifest.bin["local-aws"]));
  const isNewEnough = async () =>
    Number((await run(node, ["--version"])).stdout.slice(1).split(".")[0]) >= MIN_NODE;

  test("can be imported and required with the same exports if Node is new enough", async () => {
    if (!(await isNewEnough())) return;
    const file = path.join(installed.app, "both.mjs");
    writeFileSync(
      file,
      `import { createRequire } from "node:module";
       import * as imported from "@articlip/local-aws";
       const required = createRequire(import.meta.url)("@articlip/local-aws");
       console.log(Object.keys(imported).join() === Object.keys(required).sort().join());`,
    );
    expect((await run(node, [file])).stdout).toBe("true\n");
  });

  test("runs an app, or says which Node it needs", async () => {
    const args = [program(), "cdk.out", "--port", String(await freePorts()), "--data", "data"];
    const child = spawn(node, args, { cwd: installed.app });
    const said: string[] = [];
    child.stderr.on("data", (part) => said.push(String(part)));
    const closed = once(child, "close");
    if (!(await isNewEnough())) {
      expect(await closed).toEqual([1, null]);
      expect(said.join("")).toMatch(
        /^local-aws runs functions in its own Node and needs version 24 or newer/,
      );
      return;
    }
    let api = "";
    for await (const line of createInterface({ input: child.stdout })) {
      api = /^api +(\S+)/.exec(line)?.[1] ?? api;
      if (line === "Ready.") break;
    }
    expect(said.join("")).toBe("");
    expect(await (await fetch(`${api}/hello`)).json()).toEqual({ asked: "/hello" });
    expect((await fetch(`${api}/other`)).status).toBe(404);
    child.kill("SIGTERM");
    expect(await closed).toEqual([0, null]);
    expect(said.join("")).toBe("");
  });
});
