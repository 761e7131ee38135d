/** `npm run pictures`: plays a rehearsal and takes the pictures of the README again; needs Chromium on the PATH. */
import { picturesFolder, takePictures } from '../test/pictures/take.ts';

await takePictures(picturesFolder);
