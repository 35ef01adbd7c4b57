import { useEffect, useEffectEvent } from "react";
import { api, queryClient } from "#web/api.ts";

/** A pointer that rests so long on a link means to press it. */
const MEANT_MS = 65;

/** The part of React Router's list of routes that says which files a page needs. */
interface Route {
  readonly parentId?: string;
  readonly path?: string;
  readonly index?: boolean;
  readonly module: string;
  readonly imports: readonly string[];
  readonly css?: readonly string[];
}
declare global {
  var __reactRouterManifest: { readonly routes: Readonly<Record<string, Route>> } | undefined;
}

const WORKSPACE = "workspace/shell/workspace-layout";
const fetched = new Set<string>();

/**
 * Fetches what a page of the workspace needs as soon as somebody points at a link to it, or comes to it by keyboard: its code, and the
 * answer that it begins with.
 */
export function usePrefetch(companyId: string | undefined) {
  const prefetch = useEffectEvent((link: HTMLAnchorElement) => {
    const url = new URL(link.href);
    if (url.origin !== location.origin || url.pathname + url.search === location.pathname + location.search) return;
    prefetchCode(url.pathname);
    if (companyId !== undefined) prefetchData(companyId, url);
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function meant(event: Event) {
      clearTimeout(timer);
      if (event instanceof PointerEvent && event.pointerType !== "mouse") return;
      const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href^="/dashboard"]');
      if (link) timer = setTimeout(() => prefetch(link), MEANT_MS);
    }
    document.addEventListener("pointerover", meant);
    document.addEventListener("focusin", meant);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", meant);
      document.removeEventListener("focusin", meant);
    };
  }, []);
}

function prefetchCode(pathname: string): void {
  const wanted = pathname.split("/").slice(2).filter(Boolean);
  const route = Object.values(globalThis.__reactRouterManifest?.routes ?? {}).find(
    ({ parentId, path = "", index }) => parentId === WORKSPACE && (index ? wanted.length === 0 : fits(path, wanted)),
  );
  if (!route) return;
  for (const href of [route.module, ...route.imports]) fetchEarly({ rel: "modulepreload", href });
  // The router marks a sheet that the frame has already.
  for (const href of route.css ?? []) if (!href.endsWith("#")) fetchEarly({ rel: "preload", as: "style", href });
}

function fetchEarly(link: { readonly rel: string; readonly as?: string; readonly href: string }): void {
  if (fetched.has(link.href)) return;
  fetched.add(link.href);
  document.head.append(Object.assign(document.createElement("link"), link));
}

function fits(path: string, wanted: readonly string[]): boolean {
  const parts = path.split("/");
  return parts.length === wanted.length && parts.every((part, at) => part.startsWith(":") || part === wanted[at]);
}

function prefetchData(companyId: string, { pathname, searchParams }: URL): void {
  const [place = "", id = ""] = pathname.split("/").slice(2);
  const [item, control] = [searchParams.get("item"), searchParams.get("control")];
  const controlId = place === "controls" ? id : control;
  if (place === "") void queryClient.prefetchQuery(api.companies.overview.queryOptions({ input: { companyId } }));
  if (place === "projects" && id === "")
    void queryClient.prefetchQuery(api.projects.list.queryOptions({ input: { companyId } }));
  if (place === "projects" && id !== "" && id !== "new")
    void queryClient.prefetchQuery(api.projects.get.queryOptions({ input: { companyId, projectId: id } }));
  if (controlId) void queryClient.prefetchQuery(api.controls.get.queryOptions({ input: { companyId, controlId } }));
  if (item) void queryClient.prefetchQuery(api.evidence.get.queryOptions({ input: { companyId, evidenceId: item } }));
}
