/** Where a browser stands that went to the provider and back. */
export async function throughProvider(home: string): Promise<URL> {
  const follow = async (url: URL, cookie: string) =>
    await fetch(url, { redirect: "manual", headers: { cookie, "sec-fetch-site": "cross-site" } });
  const begun = await follow(new URL("/auth/single-sign-on/start", home), "");
  const cookie = begun.headers
    .getSetCookie()
    .map((item) => item.split(";", 1)[0]!)
    .join("; ");
  const asked = await follow(new URL(begun.headers.get("location")!), "");
  const ended = await follow(new URL(asked.headers.get("location")!), cookie);
  return new URL(ended.headers.get("location")!, home);
}
