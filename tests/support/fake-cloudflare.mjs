// Loaded into a server before it starts: stands in for Cloudflare's siteverify, which cannot be reached from a test.
// A token is good once, as there; those that begin with "old" have expired.
const real = globalThis.fetch;
const used = new Set();

globalThis.fetch = async (input, init) => {
  if (input !== "https://challenges.cloudflare.com/turnstile/v0/siteverify") return await real(input, init);
  const asked = new URLSearchParams(init.body);
  const token = asked.get("response");
  const known = asked.get("secret") === "the secret" && /^(good|old)/.test(token);
  const spent = token.startsWith("old") || used.has(token);
  used.add(token);
  if (!known) return Response.json({ success: false, "error-codes": ["invalid-input-response"] });
  return spent
    ? Response.json({ success: false, "error-codes": ["timeout-or-duplicate"] })
    : Response.json({ success: true, "error-codes": [] });
};
