// The page has no service worker. One that another program left in this browser, while it had the hall's port, would go on
// answering in the hall's place: it is ended.
export async function endServiceWorkers(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    const found = await navigator.serviceWorker.getRegistrations();
    const ended = await Promise.all(found.map((each) => each.unregister()));
    if (ended.includes(true) && navigator.serviceWorker.controller !== null) location.reload();
  } catch {
    // A browser that is told to keep nothing has none.
  }
}
