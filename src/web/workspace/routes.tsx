import { useEffect, useLayoutEffect } from "react";
import { Outlet, ScrollRestoration, useMatches } from "react-router";
import type { RouteObject } from "react-router";
import { afterPaint } from "#web/after-paint.ts";
import { unreachable } from "#web/app-error.ts";
import { ToastRegion } from "#web/design/toast-region.tsx";
import { FailedPage } from "#web/failed-page.tsx";
import { leaveFor } from "#web/leave-for.ts";
import { Opening } from "#web/opening.tsx";
import HomeScreen, { meta as homeMeta } from "./home/home-screen.tsx";
import { screens } from "./screens.ts";
import type { Screen, ScreenModule } from "./screens.ts";
import WorkspaceLayout, { ErrorBoundary, clientLoader, shouldRevalidate } from "./shell/workspace-layout.tsx";

const handleOf = ({ meta }: Pick<ScreenModule, "meta">) => ({ title: meta().at(-1)!.title });

function routeOf({ path, load, over = [] }: Screen): RouteObject {
  return {
    path: `/dashboard/${path}`,
    lazy: async () => {
      // What the key or the press changed is painted first: a screen's file takes a slow machine longer than a frame.
      await afterPaint();
      const screen = await load().catch(onLostFile);
      // The file's own work and its first drawing are two tasks, so that a key is heard between them.
      await afterPaint();
      return { Component: screen.default, ErrorBoundary: screen.ErrorBoundary, handle: handleOf(screen) };
    },
    children: over.map(routeOf),
  };
}

/** Who reloaded earlier than so long ago did it for another reason. */
const JUST_MS = 30_000;

/**
 * A file that is gone belongs to a release before this one: the page is loaded anew, once, and leads on from there. Without a connection
 * nothing is gained by that, and the frame stays.
 */
function onLostFile(): ScreenModule {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const justReloaded = entry?.type === "reload" && performance.now() < JUST_MS;
  if (!navigator.onLine || justReloaded) throw unreachable();
  return { default: LoadedAnew, meta: () => [{ title: "Exhibit" }] };
}

/** In place of the screen, and not before: until then the address is still that of the screen before it. */
function LoadedAnew() {
  useEffect(() => location.reload(), []);
  return null;
}

const publicPath = ({ pathname, search }: URL) => pathname + search;

/** What stands around every page, as src/web/root.tsx has it for the public ones. */
function Root() {
  const { handle } = useMatches().at(-1)!;
  const { title } = (handle ?? {}) as Partial<ReturnType<typeof handleOf>>;
  // Before the effects of the screen, which knows better what it shows (useTitle).
  useLayoutEffect(() => {
    if (title !== undefined) document.title = title;
  }, [title]);
  return (
    <>
      <Outlet />
      <ToastRegion />
      <ScrollRestoration />
    </>
  );
}

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: FailedPage,
    HydrateFallback: Opening,
    children: [
      {
        path: "dashboard",
        Component: WorkspaceLayout,
        ErrorBoundary,
        loader: clientLoader,
        shouldRevalidate,
        children: [
          { index: true, Component: HomeScreen, handle: handleOf({ meta: homeMeta }) },
          ...screens.map(routeOf),
        ],
      },
      // Everything else is a public page.
      { path: "*", Component: Opening, loader: ({ request }) => leaveFor(publicPath(new URL(request.url))) },
    ],
  },
];
