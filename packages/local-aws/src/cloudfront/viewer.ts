/** The viewer's country and address. CloudFront detects them; here, the control API sets them. */
export type Viewer = {
  /** ISO 3166 alpha-2, for CloudFront-Viewer-Country. */
  country: string;
  /** Replaces the connection's address unless null. */
  address: string | null;
};

export const DEFAULT_VIEWER: Viewer = { country: "US", address: null };

/** `203.0.113.24:41234`; IPv6 without brackets, as CloudFront writes it. */
export function viewerAddress(viewer: Viewer, remote: { address: string; port: number }): string {
  return `${viewer.address ?? remote.address}:${remote.port}`;
}
