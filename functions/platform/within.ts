/** Options of an AWS client: how long a try may take. Without them the SDK waits until the function is stopped. */
export const within = (ms: number) => ({
  requestHandler: { requestTimeout: ms, throwOnRequestTimeout: true },
});
