import { createLocalJWKSet, errors, jwtVerify } from "jose";
import type { JSONWebKeySet, JWTPayload } from "jose";
import * as z from "zod";
import type { Egress } from "../outbound/egress.ts";
import { fail, AppError } from "../app-error.ts";
import { sha256 } from "../auth/tokens.ts";

/** Who signs what GitHub Actions workflows are, unless an installation names its own GitHub Enterprise. */
export const githubActions = "https://token.actions.githubusercontent.com";

interface Deps {
  readonly egress: Egress;
  /** As it stands in the token, without a slash at its end. */
  readonly issuer: string;
  /** For whom tokens must be made: the public origin of this installation. */
  readonly audience: string;
  readonly now: () => Date;
}

/** What a pipeline proved to be. */
export interface PipelineIdentity {
  /** `owner/name`. */
  readonly repository: string;
  /** The platform's own number of the repository, which it never gives twice. */
  readonly repositoryId: string;
  readonly branch: string;
  /** A hash of what makes this one token different from all others. */
  readonly proof: Buffer;
}

export type PipelineIdentities = ReturnType<typeof openPipelineIdentities>;

const MOST_BYTES = 128 * 1_024;
const FRESH_MS = 60 * 60_000;
/** A key that is new is looked for, but not with every token that names one that does not exist. */
const AGAIN_AFTER_MS = 30_000;
const OLDEST = "5m";

/**
 * What runs of a branch are begun by, as far as only those can who may write to the repository, or its own timetable. Others run for
 * the branch, too, and strangers begin them: a pull request from a fork, the run that follows one, a comment.
 */
const OWN_EVENTS: ReadonlySet<string> = new Set([
  "push",
  "schedule",
  "workflow_dispatch",
  "repository_dispatch",
  "merge_group",
]);

const discovered = z.object({ issuer: z.string(), jwks_uri: z.string() });
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });
const claims = z.object({
  jti: z.string().min(8).max(200),
  repository: z.string().max(300),
  repository_id: z.string().max(40),
  ref: z.string().max(300),
  event_name: z.string().max(60),
});

/** Verifies what a pipeline's platform signed about it. The platform's keys are asked for when they are needed. */
export function openPipelineIdentities({ egress, issuer, audience, now }: Deps) {
  let known: { keys: JSONWebKeySet; since: number } | undefined;

  const read = async <T>(url: string, schema: z.ZodType<T>): Promise<T> => {
    const answer = await egress.get(url, MOST_BYTES);
    if (answer.status !== 200) throw new Error(`the platform answered ${answer.status}`);
    return schema.parse(JSON.parse(answer.body.toString()));
  };
  const fetchKeys = async (): Promise<JSONWebKeySet> => {
    try {
      const about = await read(`${issuer}/.well-known/openid-configuration`, discovered);
      // What answers there must be the issuer, and its keys must lie with it.
      if (about.issuer !== issuer || new URL(about.jwks_uri).origin !== new URL(issuer).origin)
        throw new Error("the platform names another issuer");
      return (await read(about.jwks_uri, keySet)) as JSONWebKeySet;
    } catch (error) {
      return fail("pipeline-issuer-unreachable", error);
    }
  };
  const keys = async (anew: boolean): Promise<JSONWebKeySet> => {
    const at = now().getTime();
    const age = known ? at - known.since : Infinity;
    if (!known || age > FRESH_MS || (anew && age > AGAIN_AFTER_MS)) known = { keys: await fetchKeys(), since: at };
    return known.keys;
  };
  const check = async (token: string, set: JSONWebKeySet): Promise<JWTPayload> => {
    const { payload } = await jwtVerify(token, createLocalJWKSet(set), {
      issuer,
      audience,
      algorithms: ["RS256", "ES256"],
      requiredClaims: ["exp", "iat", "jti"],
      maxTokenAge: OLDEST,
      clockTolerance: 30,
      currentDate: now(),
    });
    return payload;
  };

  return {
    audience,
    /**
     * What the token proves. Refuses `pipeline-not-trusted` for one that is not signed by the platform, was made for
     * somebody else, is older than five minutes, is of no branch, or of a run that strangers begin; `pipeline-issuer-unreachable` when the platform's
     * keys cannot be had.
     */
    async verify(token: string): Promise<PipelineIdentity> {
      try {
        const payload = await check(token, await keys(false)).catch(async (error: unknown) => {
          if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
          return await check(token, await keys(true));
        });
        const { jti, repository, repository_id, ref, event_name } = claims.parse(payload);
        const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
        if (branch === undefined || !OWN_EVENTS.has(event_name)) return fail("pipeline-not-trusted");
        return { repository, repositoryId: repository_id, branch, proof: sha256(`${issuer} ${jti}`) };
      } catch (error) {
        if (error instanceof AppError) throw error;
        if (error instanceof errors.JOSEError || error instanceof z.ZodError)
          return fail("pipeline-not-trusted", error);
        throw error;
      }
    },
  };
}
