/** `npm run pictures`: plays a rehearsal and takes the pictures of the README again; needs Chromium on the PATH. */
import { startBrowser } from '../test/page/browser.ts';
import { picturesFolder, takePictures } from '../test/pictures/take.ts';

await using browser = await startBrowser();
await takePictures(browser, picturesFolder);
