/** The first and last four characters of something secret, enough to compare two of them by; short ones show nothing. */
export function masked(secret: string): string {
  return secret.length < 16 ? "••••" : `${secret.slice(0, 4)}••••${secret.slice(-4)}`;
}
