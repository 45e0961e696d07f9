import { Aws } from "aws-cdk-lib";
import { CfnApi, CfnAuthorizer } from "aws-cdk-lib/aws-apigatewayv2";
import { BRAND } from "#shared/brand.ts";
import { logicalName } from "./names.ts";
import { publish, published } from "./parameters.ts";
import type { Scope } from "./scope.ts";

/** Creates the API without routes. The functions' stacks add the routes, once the site's address is known. */
export function createGateway(scope: Scope): { domainName: string } {
  const { stack, names } = scope;
  const api = new CfnApi(stack, "Api", {
    name: names.prefix,
    protocolType: "HTTP",
    description: `The API of ${BRAND.name}; reached through CloudFront only`,
  });
  publish(scope, "api-id", api.ref);
  // Operators and customers have separate pools. No route accepts tokens of both.
  for (const [whose, pool] of [
    ["customers", "user-pool"],
    ["operators", "operator-pool"],
  ] as const) {
    const authorizer = new CfnAuthorizer(stack, logicalName(`${whose}-authorizer`), {
      apiId: api.ref,
      name: whose,
      authorizerType: "JWT",
      identitySource: ["$request.header.Authorization"],
      jwtConfiguration: {
        issuer: `https://cognito-idp.${Aws.REGION}.amazonaws.com/${published(scope, `${pool}-id`)}`,
        audience: [published(scope, `${pool}-client-id`)],
      },
    });
    publish(scope, `${whose}-authorizer-id`, authorizer.ref);
  }
  return { domainName: `${api.ref}.execute-api.${Aws.REGION}.amazonaws.com` };
}
