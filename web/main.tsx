// The page's entry point: connects one stream from the hall, one store and one router.
import { line } from "./start.ts"; // must be first: its requests run while the rest is set up
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { isHallProblem } from "./api/problem.ts";
import { listenToKeys } from "./shell/keys.ts";
import { createPageRouter } from "./shell/router.tsx";
import { showTheme } from "./shell/theme.ts";
import { startFeed } from "./store/feed.ts";
import "./theme/base.css";

showTheme();

/**
 * An answer stays fresh until the stream says that it is stale. A refused request is not retried. Whether the machine
 * is online says nothing about its hall.
 */
const queryClient = new QueryClient({
  defaultOptions: {
    mutations: { networkMode: "always" },
    queries: {
      networkMode: "always",
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (count, problem) => count < 2 && !isHallProblem(problem),
    },
  },
});

const router = createPageRouter(queryClient);
startFeed(queryClient, line);
listenToKeys();

const place = document.getElementById("hall");
if (place)
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
