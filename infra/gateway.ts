import { Aws } from "aws-cdk-lib";
import { CfnApi } from "aws-cdk-lib/aws-apigatewayv2";
import { BRAND } from "#shared/brand.ts";
import { publish } from "./parameters.ts";
import type { Scope } from "./scope.ts";

/** The API without its routes: they come with the functions, which know the site's address by then. */
export function createGateway(scope: Scope): { domainName: string } {
  const api = new CfnApi(scope.stack, "Api", {
    name: scope.names.prefix,
    protocolType: "HTTP",
    description: `The API of ${BRAND.name}; reached through CloudFront only`,
  });
  publish(scope, "api-id", api.ref);
  return { domainName: `${api.ref}.execute-api.${Aws.REGION}.amazonaws.com` };
}
