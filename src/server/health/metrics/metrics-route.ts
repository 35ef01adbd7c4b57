import { timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import { sha256 } from "../../auth/tokens.ts";
import { bearerIn } from "../../http/gate.ts";
import type { Metrics } from "./metrics.ts";

/** `GET /metrics` for whoever brings the token of METRICS_TOKEN; for everybody else there is nothing at that address. */
export function metricsRoute(metrics: Metrics, token: string): Hono {
  const wanted = sha256(token);
  const site = new Hono();
  site.get("/metrics", async (c, next) => {
    const given = bearerIn(c.req.header("authorization"));
    if (given === undefined || !timingSafeEqual(sha256(given), wanted)) return await next();
    const { type, text } = await metrics.write();
    return c.body(text, 200, { "content-type": type, "cache-control": "no-store" });
  });
  return site;
}
