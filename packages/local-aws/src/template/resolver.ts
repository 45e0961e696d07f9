import type { SynthesizedStack, TemplateResource } from "./assembly.ts";
import { resolveDynamicReferences } from "./dynamicReferences.ts";
import { inside, type Place, TemplateError } from "./errors.ts";
import { distributionDomain, IDENTITIES, type Identity, identifyIgnored } from "./identities.ts";
import { IGNORED_TYPES } from "./ignored.ts";
import { INTRINSICS, isIntrinsic, NO_VALUE } from "./intrinsics.ts";
import type { IntrinsicContext } from "./resolverContext.ts";

export type ResolverOptions = {
  /** `http://localhost:4400`. It replaces `https://` and the distribution's domain. */
  siteUrl: string;
  /** `http://127.0.0.1:4402`: the address of all AWS services. */
  awsEndpoint: string;
  /** SSM parameters that no stack creates. */
  parameters: Readonly<Record<string, string>>;
  /** A secret's value by name, for `{{resolve:secretsmanager:…}}`; undefined if the secret has none. */
  secret: (name: string) => string | undefined;
};

/** A resource. Properties are resolved on access. */
export type Resource = {
  stack: SynthesizedStack;
  logicalId: string;
  type: string;
  identity: Identity;
  place: (property?: string) => Place;
  /** Undefined if the property is missing. */
  property: (name: string) => unknown;
};

export type Resolver = {
  /** Supported resources of these types whose condition holds. */
  ofType: (...types: string[]) => Resource[];
};

export function createResolver(stacks: SynthesizedStack[], options: ResolverOptions): Resolver {
  const identities = new Map<string, Identity>();
  const underWay = new Set<string>();
  const domains = stacks.flatMap((stack) =>
    Object.entries(stack.template.Resources)
      .filter(([, resource]) => resource.Type === "AWS::CloudFront::Distribution")
      .map(([logicalId]) => `https://${distributionDomain(stack.name, logicalId)}`),
  );

  const resolver: IntrinsicContext = {
    value: (stack, value, place) => {
      const resolved = resolveAny(stack, value, place);
      return resolved === NO_VALUE ? undefined : resolved;
    },
    text: (stack, value, place) => {
      const resolved = resolveAny(stack, value, place);
      if (typeof resolved === "string") return resolved;
      if (typeof resolved === "number" || typeof resolved === "boolean") return String(resolved);
      throw new TemplateError(place, `expected text, found ${JSON.stringify(resolved)}`);
    },
    reference: (stack, name, place) => {
      const pseudo = pseudoParameter(stack, name);
      if (pseudo !== undefined) return pseudo;
      const parameter = stack.template.Parameters[name];
      if (parameter !== undefined) return parameterValue(stack, name, place);
      return identityOf(stack, name, place).ref;
    },
    attribute: (stack, logicalId, attribute, place) => {
      const resource = stack.template.Resources[logicalId];
      if (resource?.Type === "AWS::SSM::Parameter" && attribute === "Value") {
        return resolver.value(stack, resource.Properties.Value, place);
      }
      const value = identityOf(stack, logicalId, place).attributes[attribute];
      if (value !== undefined) return value;
      throw new TemplateError(
        place,
        `the local stack knows no attribute ${attribute} of ${resource?.Type} (${logicalId}); add it to src/template/identities.ts`,
      );
    },
    exported: (name, place) => {
      for (const stack of stacks) {
        for (const [id, output] of Object.entries(stack.template.Outputs)) {
          const at = { stack: stack.name, resource: id, property: "Export.Name" };
          if (output.Export === undefined || resolver.text(stack, output.Export.Name, at) !== name) continue;
          return resolver.value(stack, output.Value, { ...at, property: "Value" });
        }
      }
      throw new TemplateError(place, `no stack exports ${name}`);
    },
    condition: (stack, name, place) => {
      const condition = stack.template.Conditions[name];
      if (condition === undefined) throw new TemplateError(place, `there is no condition ${name}`);
      return (
        resolver.value(stack, condition, { stack: stack.name, resource: name, property: "Condition" }) ===
        true
      );
    },
  };

  function resolveAny(stack: SynthesizedStack, value: unknown, place: Place): unknown {
    if (typeof value === "string") return finish(value, place);
    if (Array.isArray(value)) {
      return value
        .map((item, index) => resolveAny(stack, item, inside(place, index)))
        .filter((item) => item !== NO_VALUE);
    }
    if (typeof value !== "object" || value === null) return value;
    const intrinsic = isIntrinsic(value);
    if (intrinsic !== undefined) {
      const apply = INTRINSICS[intrinsic.name];
      if (apply === undefined) throw new TemplateError(place, `cannot resolve ${intrinsic.name}`);
      const applied = apply(resolver, stack, intrinsic.argument, place);
      return typeof applied === "string" ? finish(applied, place) : applied;
    }
    const entries = Object.entries(value)
      .map(([name, item]) => [name, resolveAny(stack, item, inside(place, name))] as const)
      .filter(([, item]) => item !== NO_VALUE);
    return Object.fromEntries(entries);
  }

  /** Resolves dynamic references and replaces the distribution's address with the site's local address. */
  function finish(text: string, place: Place): string {
    const plain = resolveDynamicReferences(text, place, options.secret);
    return domains.reduce((result, domain) => result.replaceAll(domain, options.siteUrl), plain);
  }

  function parameterValue(stack: SynthesizedStack, name: string, place: Place): string {
    const parameter = stack.template.Parameters[name];
    const fallback = typeof parameter?.Default === "string" ? parameter.Default : undefined;
    if (fallback === undefined) throw new TemplateError(place, `template parameter ${name} has no default`);
    if (parameter?.Type !== "AWS::SSM::Parameter::Value<String>") return fallback;
    // Only CloudFormation uses the bootstrap stack's version.
    if (name === "BootstrapVersion") return "0";
    return storedParameter(fallback, place);
  }

  function storedParameter(name: string, place: Place): string {
    const given = options.parameters[name];
    if (given !== undefined) return given;
    for (const stack of stacks) {
      for (const [logicalId, resource] of Object.entries(stack.template.Resources)) {
        if (resource.Type !== "AWS::SSM::Parameter") continue;
        const at = { stack: stack.name, resource: logicalId, property: "Name" };
        if (resolver.text(stack, resource.Properties.Name, at) !== name) continue;
        return resolver.text(stack, resource.Properties.Value, { ...at, property: "Value" });
      }
    }
    throw new TemplateError(place, `no stack creates the SSM parameter ${name}, and no value was given`);
  }

  function identityOf(stack: SynthesizedStack, logicalId: string, place: Place): Identity {
    const id = `${stack.name}/${logicalId}`;
    const known = identities.get(id);
    if (known !== undefined) return known;
    const resource = stack.template.Resources[logicalId];
    if (resource === undefined) throw new TemplateError(place, `${logicalId} is not in the template`);
    if (underWay.has(id)) throw new TemplateError(place, `${logicalId} refers to itself`);
    underWay.add(id);
    const at: Place = { stack: stack.name, resource: logicalId, property: "" };
    const identity = identify(stack, logicalId, resource, at);
    underWay.delete(id);
    identities.set(id, identity);
    return identity;
  }

  function identify(
    stack: SynthesizedStack,
    logicalId: string,
    resource: TemplateResource,
    at: Place,
  ): Identity {
    const known = IDENTITIES[resource.Type];
    if (known === undefined && IGNORED_TYPES[resource.Type] === undefined) {
      throw new TemplateError(
        at,
        `the local stack does not know ${resource.Type}; add it to src/template/identities.ts, or say in src/template/ignored.ts why it has no meaning here`,
      );
    }
    return (known ?? identifyIgnored)({
      stackName: stack.name,
      logicalId,
      region: stack.region,
      accountId: stack.accountId,
      awsEndpoint: options.awsEndpoint,
      text: (property) => {
        const value = resource.Properties[property];
        return value === undefined ? undefined : resolver.text(stack, value, inside(at, property));
      },
      refersTo: (property) => {
        const value = resource.Properties[property];
        const target = typeof value === "object" && value !== null && "Ref" in value ? value.Ref : undefined;
        if (typeof target === "string") return target;
        throw new TemplateError(inside(at, property), "does not refer to a resource of the same stack");
      },
    });
  }

  const resources = stacks.flatMap((stack) =>
    Object.entries(stack.template.Resources).flatMap(([logicalId, resource]): Resource[] => {
      const place = (property = ""): Place => ({ stack: stack.name, resource: logicalId, property });
      if (
        resource.Condition !== undefined &&
        !resolver.condition(stack, resource.Condition, place("Condition"))
      )
        return [];
      const identity = identityOf(stack, logicalId, place());
      if (IGNORED_TYPES[resource.Type] !== undefined) return [];
      const property = (name: string) => resolver.value(stack, resource.Properties[name], place(name));
      return [{ stack, logicalId, type: resource.Type, identity, place, property }];
    }),
  );

  return { ofType: (...types) => resources.filter((resource) => types.includes(resource.type)) };
}

function pseudoParameter(stack: SynthesizedStack, name: string): unknown {
  switch (name) {
    case "AWS::AccountId":
      return stack.accountId;
    case "AWS::Region":
      return stack.region;
    case "AWS::Partition":
      return "aws";
    case "AWS::URLSuffix":
      return "amazonaws.com";
    case "AWS::StackName":
      return stack.name;
    case "AWS::StackId":
      return `arn:aws:cloudformation:${stack.region}:${stack.accountId}:stack/${stack.name}/local`;
    case "AWS::NoValue":
      return NO_VALUE;
    default:
      return undefined;
  }
}
