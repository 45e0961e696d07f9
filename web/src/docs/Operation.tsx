import type { ReactElement, ReactNode } from "react";
import type { ApiOperation, JsonSchema } from "#shared/apiDocument.ts";
import { Chip } from "../ui/Chip.tsx";
import { Fields } from "./Fields.tsx";
import { Prose } from "./Prose.tsx";

export type Call = { readonly method: string; readonly path: string; readonly operation: ApiOperation };

export const anchorOf = ({ operationId }: ApiOperation): string => operationId.replace("/", "-");

export function Operation({ call, server }: { call: Call; server: string }): ReactElement {
  const { method, path, operation } = call;
  const id = anchorOf(operation);
  const answer = operation.responses["200"]?.content ?? {};
  const body = operation.requestBody?.content["application/json"]?.schema;
  const [sample] = operation["x-codeSamples"];
  return (
    <article aria-labelledby={id} className="mt-8 rounded-card border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 id={id} className="scroll-mt-24 text-lg">
          {operation.summary}
        </h3>
        <Chip>{operation["x-audience"]}</Chip>
      </div>
      <p className="mt-2 font-mono text-sm break-all">
        <span className="font-medium text-signal-ink">{method}</span> {server}
        {path}
      </p>
      <div className="mt-3 max-w-[42.5rem] space-y-3 text-quiet">
        <Prose text={operation.description} />
      </div>
      {operation.parameters.length > 0 && (
        <Part title="Path and query">
          <Fields schema={parametersAsObject(operation)} />
        </Part>
      )}
      {body !== undefined && (
        <Part title="Body">
          <Fields schema={body} />
        </Part>
      )}
      {Object.entries(answer).map(([type, { schema }]) => (
        <Part key={type} title="Response">
          {schema.properties === undefined ? (
            <p className="font-mono text-sm text-quiet">{type}</p>
          ) : (
            <Fields schema={schema} />
          )}
        </Part>
      ))}
      {operation["x-error-codes"].length > 0 && (
        <Part title="Errors">
          <p className="font-mono text-sm leading-6 text-quiet">{operation["x-error-codes"].join(" · ")}</p>
        </Part>
      )}
      {sample !== undefined && (
        <Part title="Example">
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it.
            tabIndex={0}
            className="overflow-x-auto rounded-control bg-slate p-4 font-mono text-sm text-on-slate"
          >
            <code>{sample.source}</code>
          </pre>
        </Part>
      )}
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <div className="mt-5">
      <h4 className="mb-2 text-sm font-medium">{title}</h4>
      {children}
    </div>
  );
}

function parametersAsObject({ parameters }: ApiOperation): JsonSchema {
  return {
    type: "object",
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}
