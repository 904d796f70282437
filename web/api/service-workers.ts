// Unregisters service workers. The page has none, but another program that had the hall's port may have registered one,
// which would keep answering in the hall's place.
export async function endServiceWorkers(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    const found = await navigator.serviceWorker.getRegistrations();
    const ended = await Promise.all(found.map((each) => each.unregister()));
    if (ended.includes(true) && navigator.serviceWorker.controller !== null) location.reload();
  } catch {
    // Service workers are unavailable when the browser's storage is disabled.
  }
}
