/** A request at the gateway. Header names as sent, one entry per line. */
export type GatewayRequest = {
  method: string;
  /** With the stage, as sent: `/backend/api/seats`. */
  path: string;
  /** Without the question mark. */
  query: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer;
  /** The address that connects to the gateway: CloudFront, not the viewer. */
  sourceIp: string;
};

export type GatewayResponse = {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
};

/** The gateway's own answers: `{"message":"Not Found"}`. */
export function gatewayMessage(
  status: number,
  message: string,
  headers: [string, string][] = [],
): GatewayResponse {
  return {
    status,
    headers: [["content-type", "application/json"], ...headers],
    body: Buffer.from(JSON.stringify({ message })),
  };
}
