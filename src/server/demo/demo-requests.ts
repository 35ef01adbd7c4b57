import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import type { NamedEndpoint } from "#contract/index.ts";
import { delays } from "./delays.ts";
import type { Demo } from "./demo.ts";
import type { RequestMeta } from "../endpoints/request.ts";
import { sqlState } from "../app-error.ts";
import { sendFailure } from "../http/failure-response.ts";

/** Signing in and up and the public forms are always real, also for who has a visit open. */
const isOfVisit = ({ access, name }: NamedEndpoint) => access !== "anyone" || name === "session.current";

/**
 * Answers a request that belongs to a demo visit, and says so. One whose visit has ended is told to sign in, once; after
 * that its browser has forgotten the visit.
 */
export async function serveDemo(
  demo: Demo,
  endpoint: NamedEndpoint,
  parameters: Readonly<Record<string, string>>,
  request: IncomingMessage,
  response: ServerResponse,
  facts: RequestMeta,
): Promise<boolean> {
  if (!isOfVisit(endpoint)) return false;
  const visit = await demo.find(facts.cookie);
  if (visit === undefined) return false;
  const tellEnded = () => {
    if (!response.headersSent) response.appendHeader("set-cookie", demo.clearCookie);
    // Who is signed in is answered by the real application from now on.
    if (endpoint.name === "session.current") return false;
    sendFailure(response, endpoint.signedOut ?? "signed-out");
    return true;
  };
  if (visit === "ended") return tellEnded();
  try {
    await visit.rateLimits.takeGeneral(facts.address);
    if (endpoint.perMinute !== undefined)
      await visit.rateLimits.take(`${endpoint.name}|${facts.address}`, endpoint.perMinute, 60);
    const delay = delays[endpoint.name];
    if (delay !== undefined) await setTimeout(delay);
    await visit.serve(endpoint, parameters, request, response, { session: visit.session, request: facts });
    return true;
  } catch (error) {
    // Another process has dropped its database.
    if (sqlState(error) === "3D000") return tellEnded();
    throw error;
  }
}
