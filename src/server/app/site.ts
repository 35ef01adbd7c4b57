import { Hono } from "hono";
import { failures } from "#contract/failures.ts";
import type { Clock } from "../clock.ts";
import { apiDocumentPage, openApiDocument } from "../http/documents.ts";
import { readBuiltFiles } from "../http/built-files.ts";
import { designPage } from "../http/design-page.ts";
import { formPosts } from "../requests/forms/form-posts.ts";
import type { FormPostDeps } from "../requests/forms/form-posts.ts";
import { fileSourceRoutes } from "../linked-files/routes.ts";
import type { FileSourceRoutesDeps } from "../linked-files/routes.ts";
import { linkRoutes } from "../connections/linking/link-routes.ts";
import type { LinkRoutesDeps } from "../connections/linking/link-routes.ts";
import { mailbox } from "../http/mailbox.ts";
import type { DocumentFacts } from "../http/page-head.ts";
import { portalPages } from "../portal/portal-pages.ts";
import type { PortalPageDeps } from "../portal/portal-pages.ts";
import { calendarRoute } from "../tasks/calendar-route.ts";
import type { CalendarRouteDeps } from "../tasks/calendar-route.ts";
import { pagesOf } from "../http/pages.ts";
import { staffPages } from "../staff/pages/staff-pages.ts";
import type { StaffPagesDeps } from "../staff/pages/staff-pages.ts";
import { verifierFiles } from "../http/verifier-files.ts";
import { securityTxt } from "../http/security-txt.ts";
import { singleSignOnRoutes } from "../session/single-sign-on-routes.ts";
import type { Readiness } from "../db/ready.ts";
import type { SingleSignOnDeps } from "../session/single-sign-on-routes.ts";

interface Deps {
  readonly appUrl: string;
  /** Folder of the built pages. */
  readonly pages: string;
  /** Files of the verifier, which is served apart from bundles. */
  readonly verifier: string;
  readonly verifyPage: string;
  /** Who is told of weaknesses; without one, the contact form is named. */
  readonly supportEmail: string | undefined;
  readonly now: Clock;
  /** Whether the process may be sent traffic now. */
  readonly checkReady: () => Promise<Readiness>;
  /** When the newest good backup was written; null where none is known. */
  readonly lastBackup: () => Promise<string | null>;
  /** Where METRICS_TOKEN is set. */
  readonly metrics: Hono | undefined;
  /** Folder of written mails; undefined where /dev/mailbox must not exist. */
  readonly mailbox: string | undefined;
  /** Folder of the page of all components; undefined where /dev/design must not exist. */
  readonly design: string | undefined;
  readonly version: string;
  readonly facts: Partial<DocumentFacts>;
  readonly singleSignOn: SingleSignOnDeps;
  readonly links: LinkRoutesDeps;
  readonly fileSources: FileSourceRoutesDeps;
  readonly portal: PortalPageDeps;
  readonly calendar: CalendarRouteDeps;
  /** What staff without a seat come to. */
  readonly staff: Omit<StaffPagesDeps, "appOrigin">;
  /** What receives the public forms where no script runs. */
  readonly forms: Omit<FormPostDeps, "appOrigin" | "builtPage">;
}

/** Everything outside /api/v1: health, the API's documentation, the development mailbox and the pages. */
export async function siteOf(deps: Deps): Promise<Hono> {
  const site = new Hono();
  const document = await openApiDocument(deps.appUrl);
  site.get("/healthz", (c) => c.json({ status: "ok", version: deps.version }, 200, { "cache-control": "no-store" }));
  site.get("/readyz", async (c) => {
    const { reason, schema } = await deps.checkReady();
    if (reason === undefined) {
      const ready = { status: "ready", lastBackup: await deps.lastBackup(), schema };
      return c.json(ready, 200, { "cache-control": "no-store" });
    }
    return c.json({ status: "unavailable", reason }, 503, { "cache-control": "no-store", "retry-after": "2" });
  });
  if (deps.metrics) site.route("/", deps.metrics);
  site.get("/.well-known/security.txt", (c) =>
    c.body(securityTxt(deps.appUrl, deps.supportEmail, deps.now()), 200, {
      "content-type": "text/plain; charset=UTF-8",
    }),
  );
  site.get("/api/openapi.json", (c) => c.json(document));
  site.get("/api/docs", (c) => c.html(apiDocumentPage()));
  if (deps.mailbox !== undefined) site.route("/", mailbox({ folder: deps.mailbox, appUrl: deps.appUrl }));
  if (deps.design !== undefined) site.route("/", await designPage({ folder: deps.design, appUrl: deps.appUrl }));
  site.all("/api/*", notFound);
  site.all("/dev/*", notFound);
  site.route("/", singleSignOnRoutes(deps.singleSignOn));
  site.route("/", linkRoutes(deps.links) as unknown as Hono);
  site.route("/", await verifierFiles(deps));
  const built = await readBuiltFiles(deps.pages);
  const builtPage = (address: string) => built.pages.get(`${address.slice(1)}/index.html`);
  site.route("/", formPosts({ ...deps.forms, appOrigin: new URL(deps.appUrl).origin, builtPage }));
  site.route("/", fileSourceRoutes(deps.fileSources, builtPage("/privacy")) as unknown as Hono);
  site.route("/", calendarRoute(deps.calendar) as unknown as Hono);
  site.route("/", portalPages(deps.portal, builtPage("/privacy")));
  site.route("/", staffPages({ ...deps.staff, appOrigin: new URL(deps.appUrl).origin }, builtPage("/privacy")));
  site.route("/", pagesOf(built, deps.appUrl, deps.facts));
  return site;
}

function notFound(): Response {
  return Response.json({ code: "not-found", message: failures["not-found"].message }, { status: 404 });
}
