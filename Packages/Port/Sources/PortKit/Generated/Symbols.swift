// Apple's symbols: the names, and what is said of those that are absent.
// Licensed under the MIT license; see LICENSE.
//
// Written by scripts/conformance from Documentation/Symbols.

// swift-format-ignore-file

let symbolLines = """
AVAsset
AVAsset.availableMediaCharacteristicsWithMediaSelectionOptions	not yet: the rest of AVFoundation
AVAsset.cancelLoading()	not yet: the rest of AVFoundation
AVAsset.commonMetadata	not yet: the rest of AVFoundation
AVAsset.duration
AVAsset.init(url:)
AVAsset.isPlayable
AVAsset.isReadable
AVAsset.loadTrack(withTrackID:)
AVAsset.loadTracks
AVAsset.loadTracks(withMediaType:)
AVAsset.preferredRate
AVAsset.preferredTransform
AVAsset.providesPreciseDurationAndTiming
AVAsset.track(withTrackID:)
AVAsset.tracks
AVAsset.tracks(withMediaType:)
AVAssetExportPreset1280x720
AVAssetExportPreset1920x1080
AVAssetExportPreset3840x2160
AVAssetExportPreset640x480
AVAssetExportPreset960x540
AVAssetExportPresetHighestQuality
AVAssetExportPresetLowQuality
AVAssetExportPresetMediumQuality
AVAssetExportPresetPassthrough
AVAssetExportSession
AVAssetExportSession.Status
AVAssetExportSession.Status.cancelled
AVAssetExportSession.Status.completed
AVAssetExportSession.Status.exporting
AVAssetExportSession.Status.failed
AVAssetExportSession.Status.unknown
AVAssetExportSession.Status.waiting
AVAssetExportSession.allExportPresets()
AVAssetExportSession.asset
AVAssetExportSession.cancelExport()
AVAssetExportSession.duration
AVAssetExportSession.error
AVAssetExportSession.export()
AVAssetExportSession.export(to:as:)
AVAssetExportSession.exportAsynchronously(completionHandler:)
AVAssetExportSession.init(asset:presetName:)
AVAssetExportSession.outputFileType
AVAssetExportSession.outputURL
AVAssetExportSession.presetName
AVAssetExportSession.progress
AVAssetExportSession.shouldOptimizeForNetworkUse
AVAssetExportSession.status
AVAssetExportSession.supportedFileTypes
AVAssetExportSession.timeRange
AVAssetExportSession.videoComposition
AVAssetImageGenerator
AVAssetImageGenerator.Images
AVAssetImageGenerator.Result
AVAssetImageGenerator.Result.cancelled
AVAssetImageGenerator.Result.failed
AVAssetImageGenerator.Result.succeeded
AVAssetImageGenerator.appliesPreferredTrackTransform
AVAssetImageGenerator.asset
AVAssetImageGenerator.cancelAllCGImageGeneration()
AVAssetImageGenerator.copyCGImage(at:actualTime:)
AVAssetImageGenerator.generateCGImageAsynchronously(for:completionHandler:)
AVAssetImageGenerator.generateCGImagesAsynchronously(forTimes:completionHandler:)
AVAssetImageGenerator.image(at:)
AVAssetImageGenerator.images(for:)
AVAssetImageGenerator.init(asset:)
AVAssetImageGenerator.maximumSize
AVAssetImageGenerator.requestedTimeToleranceAfter
AVAssetImageGenerator.requestedTimeToleranceBefore
AVAssetReader
AVAssetReaderTrackOutput
AVAssetResourceLoader	not yet: the rest of AVFoundation
AVAssetResourceLoaderDelegate	not yet: the rest of AVFoundation
AVAssetResourceLoaderDelegate.resourceLoader(_:didCancel:)	not yet: the rest of AVFoundation
AVAssetResourceLoaderDelegate.resourceLoader(_:shouldWaitForLoadingOfRequestedResource:)	not yet: the rest of AVFoundation
AVAssetResourceLoadingContentInformationRequest	not yet: the rest of AVFoundation
AVAssetResourceLoadingContentInformationRequest.contentLength	not yet: the rest of AVFoundation
AVAssetResourceLoadingContentInformationRequest.contentType	not yet: the rest of AVFoundation
AVAssetResourceLoadingContentInformationRequest.isByteRangeAccessSupported	not yet: the rest of AVFoundation
AVAssetResourceLoadingDataRequest	not yet: the rest of AVFoundation
AVAssetResourceLoadingDataRequest.currentOffset	not yet: the rest of AVFoundation
AVAssetResourceLoadingDataRequest.requestedLength	not yet: the rest of AVFoundation
AVAssetResourceLoadingDataRequest.requestedOffset	not yet: the rest of AVFoundation
AVAssetResourceLoadingDataRequest.respond(with:)	not yet: the rest of AVFoundation
AVAssetResourceLoadingRequest	not yet: the rest of AVFoundation
AVAssetResourceLoadingRequest.contentInformationRequest	not yet: the rest of AVFoundation
AVAssetResourceLoadingRequest.dataRequest	not yet: the rest of AVFoundation
AVAssetResourceLoadingRequest.finishLoading()	not yet: the rest of AVFoundation
AVAssetResourceLoadingRequest.request	not yet: the rest of AVFoundation
AVAssetTrack
AVAssetTrack.asset
AVAssetTrack.formatDescriptions
AVAssetTrack.isEnabled
AVAssetTrack.isPlayable
AVAssetTrack.languageCode
AVAssetTrack.mediaType
AVAssetTrack.minFrameDuration
AVAssetTrack.naturalSize
AVAssetTrack.naturalTimeScale
AVAssetTrack.nominalFrameRate
AVAssetTrack.preferredTransform
AVAssetTrack.timeRange
AVAssetTrack.trackID
AVAssetWriter
AVAssetWriter.cancelWriting()
AVAssetWriter.init(outputURL:fileType:)
AVAssetWriter.startSession(atSourceTime:)
AVAssetWriter.startWriting()
AVAssetWriterInput
AVAssetWriterInput.init(mediaType:outputSettings:)
AVAssetWriterInput.isReadyForMoreMediaData
AVAssetWriterInput.markAsFinished()
AVAssetWriterInput.requestMediaDataWhenReady(on:using:)
AVAssetWriterInputPixelBufferAdaptor
AVAssetWriterInputPixelBufferAdaptor.append(_:withPresentationTime:)
AVAssetWriterInputPixelBufferAdaptor.init(assetWriterInput:sourcePixelBufferAttributes:)
AVAsyncProperty
AVAsyncProperty.Status
AVAsyncProperty.Status.failed
AVAsyncProperty.Status.loaded
AVAsyncProperty.Status.notYetLoaded
AVAsynchronousKeyValueLoading
AVAsynchronousKeyValueLoading.load(_:)
AVAsynchronousKeyValueLoading.load(_:_:)
AVAsynchronousKeyValueLoading.load(_:_:_:)
AVAsynchronousKeyValueLoading.loadValuesAsynchronously(forKeys:completionHandler:)	not yet: the rest of AVFoundation
AVAsynchronousKeyValueLoading.statusOfValue(forKey:error:)	not yet: the rest of AVFoundation
AVAuthorizationStatus.authorized	not yet: the rest of AVFoundation
AVAuthorizationStatus.denied	not yet: life cycle of apps and scenes
AVAuthorizationStatus.notDetermined	not yet: the rest of AVFoundation
AVAuthorizationStatus.restricted	not yet: life cycle of apps and scenes
AVCaptureAudioDataOutput.setSampleBufferDelegate(_:queue:)	not yet: the rest of AVFoundation
AVCaptureConnection	not yet: the rest of AVFoundation
AVCaptureConnection.isVideoOrientationSupported	not yet: the rest of AVFoundation
AVCaptureConnection.videoOrientation	not yet: the rest of AVFoundation
AVCaptureDevice	not yet: the rest of AVFoundation
AVCaptureDevice.DeviceType.builtInDualCamera	not yet: the rest of AVFoundation
AVCaptureDevice.DeviceType.builtInTelephotoCamera	not yet: the rest of AVFoundation
AVCaptureDevice.DeviceType.builtInTripleCamera	not yet: the rest of AVFoundation
AVCaptureDevice.DeviceType.builtInWideAngleCamera	not yet: the rest of AVFoundation
AVCaptureDevice.DiscoverySession	not yet: the rest of AVFoundation
AVCaptureDevice.DiscoverySession.init(deviceTypes:mediaType:position:)	not yet: the rest of AVFoundation
AVCaptureDevice.FocusMode.continuousAutoFocus	not yet: the rest of AVFoundation
AVCaptureDevice.Position	not yet: the rest of AVFoundation
AVCaptureDevice.Position.back	not yet: the rest of AVFoundation
AVCaptureDevice.Position.front	not yet: sharing, documents, pickers of images, printing
AVCaptureDevice.activeVideoMaxFrameDuration	not yet: the rest of AVFoundation
AVCaptureDevice.activeVideoMinFrameDuration	not yet: the rest of AVFoundation
AVCaptureDevice.authorizationStatus(for:)	not yet: the rest of AVFoundation
AVCaptureDevice.default(_:for:position:)	not yet: the rest of AVFoundation
AVCaptureDevice.default(for:)	not yet: the rest of AVFoundation
AVCaptureDevice.focusMode	not yet: the rest of AVFoundation
AVCaptureDevice.focusPointOfInterest	not yet: the rest of AVFoundation
AVCaptureDevice.hasTorch	not yet: the rest of AVFoundation
AVCaptureDevice.isFocusModeSupported(_:)	not yet: the rest of AVFoundation
AVCaptureDevice.isFocusPointOfInterestSupported	not yet: the rest of AVFoundation
AVCaptureDevice.localizedName	not yet: the rest of AVFoundation
AVCaptureDevice.lockForConfiguration()	not yet: the rest of AVFoundation
AVCaptureDevice.maxAvailableTorchLevel	not yet: the rest of AVFoundation
AVCaptureDevice.requestAccess(for:completionHandler:)	not yet: the rest of AVFoundation
AVCaptureDevice.setTorchModeOn(level:)	not yet: the rest of AVFoundation
AVCaptureDevice.torchMode	not yet: the rest of AVFoundation
AVCaptureDevice.unlockForConfiguration()	not yet: the rest of AVFoundation
AVCaptureDeviceInput	not yet: the rest of AVFoundation
AVCaptureDeviceInput.init(device:)	not yet: the rest of AVFoundation
AVCaptureInput	not yet: the rest of AVFoundation
AVCaptureMetadataOutput	not yet: the rest of AVFoundation
AVCaptureMetadataOutput.metadataObjectTypes	not yet: the rest of AVFoundation
AVCaptureMetadataOutput.rectOfInterest	not yet: the rest of AVFoundation
AVCaptureMetadataOutput.setMetadataObjectsDelegate(_:queue:)	not yet: the rest of AVFoundation
AVCaptureMetadataOutputObjectsDelegate	not yet: the rest of AVFoundation
AVCaptureMetadataOutputObjectsDelegate.metadataOutput(_:didOutput:from:)	not yet: the rest of AVFoundation
AVCaptureMovieFileOutput	not yet: capture
AVCaptureOutput	not yet: the rest of AVFoundation
AVCaptureOutput.connection(with:)	not yet: the rest of AVFoundation
AVCapturePhoto	not yet: the rest of AVFoundation
AVCapturePhotoOutput	not yet: capture
AVCaptureSession	not yet: the rest of AVFoundation
AVCaptureSession.Preset.vga640x480	not yet: the rest of AVFoundation
AVCaptureSession.addInput(_:)	not yet: the rest of AVFoundation
AVCaptureSession.addOutput(_:)	not yet: the rest of AVFoundation
AVCaptureSession.beginConfiguration()	not yet: the rest of AVFoundation
AVCaptureSession.canAddInput(_:)	not yet: the rest of AVFoundation
AVCaptureSession.canAddOutput(_:)	not yet: the rest of AVFoundation
AVCaptureSession.canSetSessionPreset(_:)	not yet: the rest of AVFoundation
AVCaptureSession.commitConfiguration()	not yet: the rest of AVFoundation
AVCaptureSession.inputs	not yet: the rest of AVFoundation
AVCaptureSession.isMultitaskingCameraAccessEnabled	not yet: the rest of AVFoundation
AVCaptureSession.isMultitaskingCameraAccessSupported	not yet: the rest of AVFoundation
AVCaptureSession.isRunning	not yet: the rest of AVFoundation
AVCaptureSession.removeInput(_:)	not yet: the rest of AVFoundation
AVCaptureSession.sessionPreset	not yet: the rest of AVFoundation
AVCaptureSession.startRunning()	not yet: the rest of AVFoundation
AVCaptureSession.stopRunning()	not yet: the rest of AVFoundation
AVCaptureVideoDataOutput	not yet: the rest of AVFoundation
AVCaptureVideoDataOutput.alwaysDiscardsLateVideoFrames	not yet: the rest of AVFoundation
AVCaptureVideoDataOutput.setSampleBufferDelegate(_:queue:)	not yet: the rest of AVFoundation
AVCaptureVideoDataOutput.videoSettings	not yet: the rest of AVFoundation
AVCaptureVideoDataOutputSampleBufferDelegate	not yet: the rest of AVFoundation
AVCaptureVideoDataOutputSampleBufferDelegate.captureOutput(_:didOutput:from:)	not yet: the rest of AVFoundation
AVCaptureVideoOrientation	not yet: the rest of AVFoundation
AVCaptureVideoPreviewLayer	not yet: the rest of AVFoundation
AVCaptureVideoPreviewLayer.connection	not yet: the rest of AVFoundation
AVCaptureVideoPreviewLayer.connection(with:)	not yet: the rest of AVFoundation
AVCaptureVideoPreviewLayer.init(session:)	not yet: the rest of AVFoundation
AVCaptureVideoPreviewLayer.videoGravity	not yet: the rest of AVFoundation
AVComposition
AVComposition.naturalSize
AVCompositionTrack
AVCoreAnimationBeginTimeAtZero
AVError
AVError.Code
AVError.Code.decodeFailed
AVError.Code.decoderNotFound
AVError.Code.exportFailed
AVError.Code.failedToLoadMediaData
AVError.Code.fileAlreadyExists
AVError.Code.fileFormatNotRecognized
AVError.Code.noImageAtTime
AVError.Code.operationCancelled
AVError.Code.operationInterrupted
AVError.Code.outOfMemory
AVError.Code.unknown
AVError.code
AVError.errorCode
AVError.errorDescription
AVError.errorDomain
AVError.errorUserInfo
AVError.fileFailedToParse	not yet: the rest of AVFoundation
AVError.init(_:)
AVError.init(_nsError:)	not yet: the rest of AVFoundation
AVFileType
AVFileType.m4v
AVFileType.mov
AVFileType.mp4
AVLayerVideoGravity
AVLayerVideoGravity.resize
AVLayerVideoGravity.resizeAspect
AVLayerVideoGravity.resizeAspectFill
AVMakeRect(aspectRatio:insideRect:)
AVMediaSelection	not yet: the rest of AVFoundation
AVMediaSelection.selectedMediaOption(in:)	not yet: the rest of AVFoundation
AVMediaType
AVMediaType.audio
AVMediaType.init(_:)
AVMediaType.metadata
AVMediaType.subtitle
AVMediaType.video
AVMetadataIdentifier	not yet: the rest of AVFoundation
AVMetadataIdentifier.commonIdentifierTitle	not yet: the rest of AVFoundation
AVMetadataItem	not yet: the rest of AVFoundation
AVMetadataItem.dataValue	not yet: the rest of AVFoundation
AVMetadataItem.metadataItems(from:filteredByIdentifier:)	not yet: the rest of AVFoundation
AVMetadataItem.metadataItems(from:withKey:keySpace:)	not yet: the rest of AVFoundation
AVMetadataKey	not yet: the rest of AVFoundation
AVMetadataKey.commonKeyArtwork	not yet: the rest of AVFoundation
AVMetadataKey.commonKeyTitle	not yet: the rest of AVFoundation
AVMetadataKeySpace	not yet: the rest of AVFoundation
AVMetadataKeySpace.common	not yet: the rest of AVFoundation
AVMetadataMachineReadableCodeObject	not yet: the rest of AVFoundation
AVMetadataObject	not yet: the rest of AVFoundation
AVMetadataObject.ObjectType	not yet: the rest of AVFoundation
AVMetadataObject.ObjectType.aztec	not yet: the rest of AVFoundation
AVMetadataObject.ObjectType.code128	not yet: the rest of AVFoundation
AVMetadataObject.ObjectType.code39	not yet: the rest of AVFoundation
AVMetadataObject.ObjectType.code93	not yet: the rest of AVFoundation
AVMetadataObject.ObjectType.dataMatrix	not yet: the rest of AVFoundation
AVMetadataObject.ObjectType.ean13	not yet: the rest of AVFoundation
AVMetadataObject.ObjectType.ean8	not yet: the rest of AVFoundation
AVMetadataObject.ObjectType.itf14	not yet: the rest of AVFoundation
AVMetadataObject.ObjectType.pdf417	not yet: the rest of AVFoundation
AVMetadataObject.ObjectType.qr	not yet: the rest of AVFoundation
AVMetadataObject.ObjectType.upce	not yet: the rest of AVFoundation
AVMutableComposition
AVMutableComposition.addMutableTrack(withMediaType:preferredTrackID:)
AVMutableComposition.insertTimeRange(_:of:at:)
AVMutableComposition.removeTimeRange(_:)
AVMutableComposition.removeTrack(_:)
AVMutableCompositionTrack
AVMutableCompositionTrack.insertEmptyTimeRange(_:)
AVMutableCompositionTrack.insertTimeRange(_:of:at:)
AVMutableCompositionTrack.removeTimeRange(_:)
AVMutableMovie.timescale	not yet: the rest of AVFoundation
AVMutableMovieTrack.timescale	not yet: the rest of AVFoundation
AVMutableVideoComposition
AVMutableVideoComposition.videoComposition(withPropertiesOf:)
AVMutableVideoCompositionInstruction
AVMutableVideoCompositionLayerInstruction
AVMutableVideoCompositionLayerInstruction.init(assetTrack:)
AVMutableVideoCompositionLayerInstruction.setOpacity(_:at:)
AVMutableVideoCompositionLayerInstruction.setOpacityRamp(fromStartOpacity:toEndOpacity:timeRange:)
AVMutableVideoCompositionLayerInstruction.setTransform(_:at:)
AVMutableVideoCompositionLayerInstruction.setTransformRamp(fromStart:toEnd:timeRange:)
AVOutputSettingsAssistant.videoSettings	not yet: the rest of AVFoundation
AVPartialAsyncProperty
AVPartialAsyncProperty.duration
AVPartialAsyncProperty.formatDescriptions
AVPartialAsyncProperty.isEnabled
AVPartialAsyncProperty.isPlayable
AVPartialAsyncProperty.isReadable
AVPartialAsyncProperty.languageCode
AVPartialAsyncProperty.minFrameDuration
AVPartialAsyncProperty.naturalSize
AVPartialAsyncProperty.naturalTimeScale
AVPartialAsyncProperty.nominalFrameRate
AVPartialAsyncProperty.preferredRate
AVPartialAsyncProperty.preferredTransform
AVPartialAsyncProperty.providesPreciseDurationAndTiming
AVPartialAsyncProperty.timeRange
AVPartialAsyncProperty.tracks
AVPlayer
AVPlayer.ActionAtItemEnd
AVPlayer.ActionAtItemEnd.advance
AVPlayer.ActionAtItemEnd.none
AVPlayer.ActionAtItemEnd.pause
AVPlayer.Status
AVPlayer.Status.failed
AVPlayer.Status.readyToPlay
AVPlayer.Status.unknown
AVPlayer.TimeControlStatus
AVPlayer.TimeControlStatus.paused
AVPlayer.TimeControlStatus.playing
AVPlayer.TimeControlStatus.waitingToPlayAtSpecifiedRate
AVPlayer.actionAtItemEnd
AVPlayer.addBoundaryTimeObserver(forTimes:queue:using:)
AVPlayer.addPeriodicTimeObserver(forInterval:queue:using:)
AVPlayer.automaticallyWaitsToMinimizeStalling
AVPlayer.currentItem
AVPlayer.currentTime()
AVPlayer.defaultRate
AVPlayer.eligibleForHDRPlayback	not yet: extended range
AVPlayer.error
AVPlayer.init(playerItem:)
AVPlayer.init(url:)
AVPlayer.isMuted
AVPlayer.pause()
AVPlayer.play()
AVPlayer.playImmediately(atRate:)
AVPlayer.preventsDisplaySleepDuringVideoPlayback	not yet: sleep of displays
AVPlayer.rate
AVPlayer.removeTimeObserver(_:)
AVPlayer.replaceCurrentItem(with:)
AVPlayer.seek(to:)
AVPlayer.seek(to:completionHandler:)
AVPlayer.seek(to:toleranceBefore:toleranceAfter:)
AVPlayer.seek(to:toleranceBefore:toleranceAfter:completionHandler:)
AVPlayer.status
AVPlayer.timeControlStatus
AVPlayer.volume
AVPlayerItem
AVPlayerItem.Status
AVPlayerItem.Status.failed
AVPlayerItem.Status.readyToPlay
AVPlayerItem.Status.unknown
AVPlayerItem.add(_:)
AVPlayerItem.asset
AVPlayerItem.audioMix	not yet: sound
AVPlayerItem.canPlayFastForward
AVPlayerItem.canPlayReverse
AVPlayerItem.canStepBackward
AVPlayerItem.canStepForward
AVPlayerItem.currentTime()
AVPlayerItem.didPlayToEndTimeNotification
AVPlayerItem.duration
AVPlayerItem.error
AVPlayerItem.forwardPlaybackEndTime
AVPlayerItem.init(asset:)
AVPlayerItem.init(url:)
AVPlayerItem.outputs
AVPlayerItem.presentationSize
AVPlayerItem.remove(_:)
AVPlayerItem.reversePlaybackEndTime
AVPlayerItem.seek(to:completionHandler:)
AVPlayerItem.seek(to:toleranceBefore:toleranceAfter:completionHandler:)
AVPlayerItem.selectedMediaOption(in:)	not yet: the rest of AVFoundation
AVPlayerItem.status
AVPlayerItem.step(byCount:)
AVPlayerItem.timeJumpedNotification
AVPlayerItem.videoComposition
AVPlayerItemOutput
AVPlayerItemOutput.itemTime(forHostTime:)
AVPlayerItemVideoOutput
AVPlayerItemVideoOutput.copyPixelBuffer(forItemTime:itemTimeForDisplay:)
AVPlayerItemVideoOutput.hasNewPixelBuffer(forItemTime:)
AVPlayerItemVideoOutput.init(pixelBufferAttributes:)
AVPlayerLayer
AVPlayerLayer.init(coder:)
AVPlayerLayer.init(player:)
AVPlayerLayer.isReadyForDisplay
AVPlayerLayer.player
AVPlayerLayer.videoGravity
AVPlayerLayer.videoRect
AVPlayerLooper
AVPlayerLooper.disableLooping()
AVPlayerLooper.init(player:templateItem:timeRange:)
AVPlayerLooper.loopCount
AVQueuePlayer
AVQueuePlayer.advanceToNextItem()
AVQueuePlayer.canInsert(_:after:)
AVQueuePlayer.init(items:)
AVQueuePlayer.insert(_:after:)
AVQueuePlayer.items()
AVQueuePlayer.remove(_:)
AVQueuePlayer.removeAllItems()
AVQueuedSampleBufferRenderingStatus
AVQueuedSampleBufferRenderingStatus.failed
AVQueuedSampleBufferRenderingStatus.rendering
AVQueuedSampleBufferRenderingStatus.unknown
AVSampleBufferDisplayLayer
AVSampleBufferDisplayLayer.enqueue(_:)
AVSampleBufferDisplayLayer.error
AVSampleBufferDisplayLayer.flush()
AVSampleBufferDisplayLayer.flushAndRemoveImage()
AVSampleBufferDisplayLayer.init(coder:)
AVSampleBufferDisplayLayer.isReadyForMoreMediaData
AVSampleBufferDisplayLayer.requestMediaDataWhenReady(on:using:)
AVSampleBufferDisplayLayer.status
AVSampleBufferDisplayLayer.stopRequestingMediaData()
AVSampleBufferDisplayLayer.videoGravity
AVSynchronizedLayer
AVSynchronizedLayer.init(coder:)
AVSynchronizedLayer.init(playerItem:)
AVSynchronizedLayer.playerItem
AVURLAsset
AVURLAsset.init(url:options:)
AVURLAsset.loadValuesAsynchronously(forKeys:completionHandler:)	not yet: the rest of AVFoundation
AVURLAsset.statusOfValue(forKey:error:)	not yet: the rest of AVFoundation
AVURLAsset.url
AVURLAssetPreferPreciseDurationAndTimingKey
AVVideoCodecType
AVVideoCodecType.h264
AVVideoComposition
AVVideoComposition.animationTool
AVVideoComposition.frameDuration
AVVideoComposition.init(propertiesOf:)
AVVideoComposition.instructions
AVVideoComposition.renderSize
AVVideoCompositionCoreAnimationTool
AVVideoCompositionCoreAnimationTool.init(postProcessingAsVideoLayer:in:)
AVVideoCompositionInstruction
AVVideoCompositionInstruction.backgroundColor
AVVideoCompositionInstruction.enablePostProcessing
AVVideoCompositionInstruction.layerInstructions
AVVideoCompositionInstruction.timeRange
AVVideoCompositionLayerInstruction
AVVideoCompositionLayerInstruction.trackID
Bundle.loadNibNamed(_:owner:options:)
CAAction
CAAction.run(forKey:object:arguments:)
CAAnimation
CAAnimation.defaultValue(forKey:)
CAAnimation.delegate
CAAnimation.init()
CAAnimation.isRemovedOnCompletion
CAAnimation.preferredFrameRateRange
CAAnimation.shouldArchiveValue(forKey:)
CAAnimation.timingFunction
CAAnimationCalculationMode
CAAnimationCalculationMode.cubic
CAAnimationCalculationMode.cubicPaced
CAAnimationCalculationMode.discrete
CAAnimationCalculationMode.linear
CAAnimationCalculationMode.paced
CAAnimationDelegate
CAAnimationDelegate.animationDidStart(_:)
CAAnimationDelegate.animationDidStop(_:finished:)
CAAnimationGroup
CAAnimationGroup.animations
CAAnimationRotationMode
CAAnimationRotationMode.rotateAuto
CAAnimationRotationMode.rotateAutoReverse
CAAutoresizingMask
CAAutoresizingMask.layerHeightSizable
CAAutoresizingMask.layerMaxXMargin
CAAutoresizingMask.layerMaxYMargin
CAAutoresizingMask.layerMinXMargin
CAAutoresizingMask.layerMinYMargin
CAAutoresizingMask.layerWidthSizable
CABasicAnimation
CABasicAnimation.byValue
CABasicAnimation.fromValue
CABasicAnimation.toValue
CAConstraint
CAConstraint.attribute
CAConstraint.init(attribute:relativeTo:attribute:)
CAConstraint.init(attribute:relativeTo:attribute:offset:)
CAConstraint.init(attribute:relativeTo:attribute:scale:offset:)
CAConstraint.offset
CAConstraint.scale
CAConstraint.sourceAttribute
CAConstraint.sourceName
CAConstraintAttribute
CAConstraintAttribute.height
CAConstraintAttribute.maxX
CAConstraintAttribute.maxY
CAConstraintAttribute.midX
CAConstraintAttribute.midY
CAConstraintAttribute.minX
CAConstraintAttribute.minY
CAConstraintAttribute.width
CAConstraintLayoutManager
CACornerMask
CACornerMask.layerMaxXMaxYCorner
CACornerMask.layerMaxXMinYCorner
CACornerMask.layerMinXMaxYCorner
CACornerMask.layerMinXMinYCorner
CACurrentMediaTime
CADisplayLink
CADisplayLink.add(to:forMode:)
CADisplayLink.duration
CADisplayLink.frameInterval
CADisplayLink.init(target:selector:)
CADisplayLink.invalidate()
CADisplayLink.isPaused
CADisplayLink.preferredFrameRateRange
CADisplayLink.preferredFramesPerSecond
CADisplayLink.remove(from:forMode:)
CADisplayLink.targetTimestamp
CADisplayLink.timestamp
CADynamicRange
CADynamicRange.automatic
CADynamicRange.constrainedHigh
CADynamicRange.high
CADynamicRange.standard
CAEAGLLayer
CAEAGLLayer.drawableProperties
CAEAGLLayer.isOpaque
CAEAGLLayer.presentsWithTransaction
CAEDRMetadata	not yet: pictures have the range of the output
CAEDRMetadata.hdr10(displayInfo:contentInfo:opticalOutputScale:)	not yet: pictures have the range of the output
CAEDRMetadata.hdr10(minLuminance:maxLuminance:opticalOutputScale:)	not yet: pictures have the range of the output
CAEDRMetadata.hlg	not yet: pictures have the range of the output
CAEDRMetadata.hlg(ambientViewingEnvironment:)	not yet: pictures have the range of the output
CAEDRMetadata.isAvailable	not yet: pictures have the range of the output
CAEdgeAntialiasingMask
CAEdgeAntialiasingMask.layerBottomEdge
CAEdgeAntialiasingMask.layerLeftEdge
CAEdgeAntialiasingMask.layerRightEdge
CAEdgeAntialiasingMask.layerTopEdge
CAEmitterBehavior	never: it is private
CAEmitterCell
CAEmitterCell.alphaRange
CAEmitterCell.alphaSpeed
CAEmitterCell.birthRate
CAEmitterCell.blueRange
CAEmitterCell.blueSpeed
CAEmitterCell.color
CAEmitterCell.contents
CAEmitterCell.contentsRect
CAEmitterCell.contentsScale
CAEmitterCell.defaultValue(forKey:)
CAEmitterCell.emissionLatitude
CAEmitterCell.emissionLongitude
CAEmitterCell.emissionRange
CAEmitterCell.emitterCells
CAEmitterCell.greenRange
CAEmitterCell.greenSpeed
CAEmitterCell.init()
CAEmitterCell.isEnabled
CAEmitterCell.lifetime
CAEmitterCell.lifetimeRange
CAEmitterCell.magnificationFilter
CAEmitterCell.minificationFilter
CAEmitterCell.minificationFilterBias
CAEmitterCell.name
CAEmitterCell.redRange
CAEmitterCell.redSpeed
CAEmitterCell.scale
CAEmitterCell.scaleRange
CAEmitterCell.scaleSpeed
CAEmitterCell.shouldArchiveValue(forKey:)
CAEmitterCell.spin
CAEmitterCell.spinRange
CAEmitterCell.style
CAEmitterCell.velocity
CAEmitterCell.velocityRange
CAEmitterCell.xAcceleration
CAEmitterCell.yAcceleration
CAEmitterCell.zAcceleration
CAEmitterLayer
CAEmitterLayer.birthRate
CAEmitterLayer.emitterCells
CAEmitterLayer.emitterDepth
CAEmitterLayer.emitterMode
CAEmitterLayer.emitterPosition
CAEmitterLayer.emitterShape
CAEmitterLayer.emitterSize
CAEmitterLayer.emitterZPosition
CAEmitterLayer.lifetime
CAEmitterLayer.preservesDepth
CAEmitterLayer.renderMode
CAEmitterLayer.scale
CAEmitterLayer.seed
CAEmitterLayer.spin
CAEmitterLayer.velocity
CAEmitterLayerEmitterMode
CAEmitterLayerEmitterMode.outline
CAEmitterLayerEmitterMode.points
CAEmitterLayerEmitterMode.surface
CAEmitterLayerEmitterMode.volume
CAEmitterLayerEmitterShape
CAEmitterLayerEmitterShape.circle
CAEmitterLayerEmitterShape.cuboid
CAEmitterLayerEmitterShape.line
CAEmitterLayerEmitterShape.point
CAEmitterLayerEmitterShape.rectangle
CAEmitterLayerEmitterShape.sphere
CAEmitterLayerRenderMode
CAEmitterLayerRenderMode.additive
CAEmitterLayerRenderMode.backToFront
CAEmitterLayerRenderMode.oldestFirst
CAEmitterLayerRenderMode.oldestLast
CAEmitterLayerRenderMode.unordered
CAFrameRateRange
CAFrameRateRange.default
CAFrameRateRange.init()
CAFrameRateRange.init(minimum:maximum:preferred:)
CAFrameRateRange.maximum
CAFrameRateRange.minimum
CAFrameRateRange.preferred
CAFrameRateRangeIsEqualToRange	never: ranges are compared with ==
CAGradientLayer
CAGradientLayer.colors
CAGradientLayer.endPoint
CAGradientLayer.locations
CAGradientLayer.startPoint
CAGradientLayer.type
CAGradientLayerType
CAGradientLayerType.axial
CAGradientLayerType.conic
CAGradientLayerType.radial
CAKeyframeAnimation
CAKeyframeAnimation.biasValues
CAKeyframeAnimation.calculationMode
CAKeyframeAnimation.continuityValues
CAKeyframeAnimation.keyTimes
CAKeyframeAnimation.path
CAKeyframeAnimation.rotationMode
CAKeyframeAnimation.tensionValues
CAKeyframeAnimation.timingFunctions
CAKeyframeAnimation.values
CALayer
CALayer.action(forKey:)
CALayer.actions
CALayer.add(_:forKey:)
CALayer.addConstraint(_:)
CALayer.addSublayer(_:)
CALayer.affineTransform()
CALayer.allowsEdgeAntialiasing
CALayer.allowsGroupOpacity
CALayer.anchorPoint
CALayer.anchorPointZ
CALayer.animation(forKey:)
CALayer.animationKeys()
CALayer.autoresizingMask
CALayer.backgroundColor
CALayer.backgroundFilters
CALayer.borderColor
CALayer.borderWidth
CALayer.bounds
CALayer.compositingFilter
CALayer.constraints
CALayer.contains(_:)
CALayer.contents
CALayer.contentsAreFlipped()
CALayer.contentsCenter
CALayer.contentsFormat
CALayer.contentsGravity
CALayer.contentsHeadroom
CALayer.contentsRect
CALayer.contentsScale
CALayer.convert(_:from:)
CALayer.convert(_:to:)
CALayer.convertTime(_:from:)
CALayer.convertTime(_:to:)
CALayer.cornerCurve
CALayer.cornerCurveExpansionFactor(_:)
CALayer.cornerRadius
CALayer.defaultAction(forKey:)
CALayer.defaultValue(forKey:)
CALayer.delegate
CALayer.display()
CALayer.displayIfNeeded()
CALayer.draw(in:)
CALayer.drawsAsynchronously
CALayer.edgeAntialiasingMask
CALayer.filters
CALayer.frame
CALayer.hitTest(_:)
CALayer.init()
CALayer.init(layer:)
CALayer.init(remoteClientId:)
CALayer.insertSublayer(_:above:)
CALayer.insertSublayer(_:at:)
CALayer.insertSublayer(_:below:)
CALayer.isDoubleSided
CALayer.isGeometryFlipped
CALayer.isHidden
CALayer.isOpaque
CALayer.layoutIfNeeded()
CALayer.layoutManager
CALayer.layoutSublayers()
CALayer.magnificationFilter
CALayer.mask
CALayer.maskedCorners
CALayer.masksToBounds
CALayer.minificationFilter
CALayer.minificationFilterBias
CALayer.model()
CALayer.name
CALayer.needsDisplay()
CALayer.needsDisplay(forKey:)
CALayer.needsDisplayOnBoundsChange
CALayer.needsLayout()
CALayer.opacity
CALayer.position
CALayer.preferredDynamicRange
CALayer.preferredFrameSize()
CALayer.presentation()
CALayer.rasterizationScale
CALayer.removeAllAnimations()
CALayer.removeAnimation(forKey:)
CALayer.removeFromSuperlayer()
CALayer.render(in:)
CALayer.replaceSublayer(_:with:)
CALayer.resize(withOldSuperlayerSize:)
CALayer.resizeSublayers(withOldSize:)
CALayer.scroll(_:)
CALayer.scrollRectToVisible(_:)
CALayer.setAffineTransform(_:)
CALayer.setNeedsDisplay()
CALayer.setNeedsDisplay(_:)
CALayer.setNeedsLayout()
CALayer.shadowColor
CALayer.shadowOffset
CALayer.shadowOpacity
CALayer.shadowPath
CALayer.shadowRadius
CALayer.shouldArchiveValue(forKey:)
CALayer.shouldRasterize
CALayer.style
CALayer.sublayerTransform
CALayer.sublayers
CALayer.superlayer
CALayer.toneMapMode
CALayer.transform
CALayer.visibleRect
CALayer.wantsExtendedDynamicRangeContent
CALayer.zPosition
CALayerContentsFilter
CALayerContentsFilter.linear
CALayerContentsFilter.nearest
CALayerContentsFilter.trilinear
CALayerContentsFormat
CALayerContentsFormat.RGBA16Float
CALayerContentsFormat.RGBA8Uint
CALayerContentsFormat.automatic
CALayerContentsFormat.gray8Uint
CALayerContentsGravity
CALayerContentsGravity.bottom
CALayerContentsGravity.bottomLeft
CALayerContentsGravity.bottomRight
CALayerContentsGravity.center
CALayerContentsGravity.left
CALayerContentsGravity.resize
CALayerContentsGravity.resizeAspect
CALayerContentsGravity.resizeAspectFill
CALayerContentsGravity.right
CALayerContentsGravity.top
CALayerContentsGravity.topLeft
CALayerContentsGravity.topRight
CALayerCornerCurve
CALayerCornerCurve.circular
CALayerCornerCurve.continuous
CALayerDelegate
CALayerDelegate.action(for:forKey:)
CALayerDelegate.display(_:)
CALayerDelegate.draw(_:in:)
CALayerDelegate.layerWillDraw(_:)
CALayerDelegate.layoutSublayers(of:)
CALayoutManager
CALayoutManager.invalidateLayout(of:)
CALayoutManager.layoutSublayers(of:)
CALayoutManager.preferredSize(of:)
CAMediaTiming
CAMediaTiming.autoreverses
CAMediaTiming.beginTime
CAMediaTiming.duration
CAMediaTiming.fillMode
CAMediaTiming.repeatCount
CAMediaTiming.repeatDuration
CAMediaTiming.speed
CAMediaTiming.timeOffset
CAMediaTimingFillMode
CAMediaTimingFillMode.backwards
CAMediaTimingFillMode.both
CAMediaTimingFillMode.forwards
CAMediaTimingFillMode.removed
CAMediaTimingFunction
CAMediaTimingFunction.getControlPoint(at:values:)
CAMediaTimingFunction.init(controlPoints:_:_:_:)
CAMediaTimingFunction.init(name:)
CAMediaTimingFunctionName
CAMediaTimingFunctionName.default
CAMediaTimingFunctionName.easeIn
CAMediaTimingFunctionName.easeInEaseOut
CAMediaTimingFunctionName.easeOut
CAMediaTimingFunctionName.linear
CAMetalDisplayLink	never: there is no Metal on Linux
CAMetalDisplayLink.Update	never: there is no Metal on Linux
CAMetalDisplayLink.Update.drawable	never: there is no Metal on Linux
CAMetalDisplayLink.Update.targetPresentationTimestamp	never: there is no Metal on Linux
CAMetalDisplayLink.Update.targetTimestamp	never: there is no Metal on Linux
CAMetalDisplayLink.add(to:forMode:)	never: there is no Metal on Linux
CAMetalDisplayLink.delegate	never: there is no Metal on Linux
CAMetalDisplayLink.init(metalLayer:)	never: there is no Metal on Linux
CAMetalDisplayLink.invalidate()	never: there is no Metal on Linux
CAMetalDisplayLink.isPaused	never: there is no Metal on Linux
CAMetalDisplayLink.preferredFrameLatency	never: there is no Metal on Linux
CAMetalDisplayLink.preferredFrameRateRange	never: there is no Metal on Linux
CAMetalDisplayLink.remove(from:forMode:)	never: there is no Metal on Linux
CAMetalDisplayLinkDelegate	never: there is no Metal on Linux
CAMetalDisplayLinkDelegate.metalDisplayLink(_:needsUpdate:)	never: there is no Metal on Linux
CAMetalDrawable	never: there is no Metal on Linux
CAMetalDrawable.layer	never: there is no Metal on Linux
CAMetalDrawable.texture	never: there is no Metal on Linux
CAMetalLayer	never: there is no Metal on Linux
CAMetalLayer.allowsNextDrawableTimeout	never: there is no Metal on Linux
CAMetalLayer.colorspace	never: there is no Metal on Linux
CAMetalLayer.developerHUDProperties	never: there is no Metal on Linux
CAMetalLayer.device	never: there is no Metal on Linux
CAMetalLayer.displaySyncEnabled	never: there is no Metal on Linux
CAMetalLayer.drawableSize	never: there is no Metal on Linux
CAMetalLayer.edrMetadata	never: there is no Metal on Linux
CAMetalLayer.framebufferOnly	never: there is no Metal on Linux
CAMetalLayer.maximumDrawableCount	never: there is no Metal on Linux
CAMetalLayer.nextDrawable()	never: there is no Metal on Linux
CAMetalLayer.pixelFormat	never: there is no Metal on Linux
CAMetalLayer.preferredDevice	never: there is no Metal on Linux
CAMetalLayer.presentsWithTransaction	never: there is no Metal on Linux
CAMetalLayer.residencySet	never: there is no Metal on Linux
CAMetalLayer.wantsExtendedDynamicRangeContent	never: there is no Metal on Linux
CAOpenGLLayer
CAOpenGLLayer.canDraw(inCGLContext:pixelFormat:forLayerTime:displayTime:)
CAOpenGLLayer.colorspace	not yet: drawables are sRGB
CAOpenGLLayer.copyCGLContext(forPixelFormat:)
CAOpenGLLayer.copyCGLPixelFormat(forDisplayMask:)
CAOpenGLLayer.draw(inCGLContext:pixelFormat:forLayerTime:displayTime:)
CAOpenGLLayer.isAsynchronous
CAOpenGLLayer.openGLContext	not yet: the layer has a context of its own
CAOpenGLLayer.pixelFormat	not yet: the layer has a context of its own
CAOpenGLLayer.releaseCGLContext(_:)	never: contexts free themselves
CAOpenGLLayer.releaseCGLPixelFormat(_:)	never: pixel formats are values that free themselves
CAOpenGLLayer.wantsExtendedDynamicRangeContent
CAPropertyAnimation
CAPropertyAnimation.init(keyPath:)
CAPropertyAnimation.isAdditive
CAPropertyAnimation.isCumulative
CAPropertyAnimation.keyPath
CAPropertyAnimation.valueFunction
CARemoteLayerClient
CARemoteLayerClient.clientId
CARemoteLayerClient.init(serverPort:)
CARemoteLayerClient.invalidate()
CARemoteLayerClient.layer
CARemoteLayerClientId	never: it is a number of the Mach kernel's
CARemoteLayerServer
CARemoteLayerServer.serverPort
CARemoteLayerServer.shared()
CARenderer
CARenderer.addUpdate(_:)
CARenderer.beginFrame(atTime:timeStamp:)
CARenderer.bounds
CARenderer.endFrame()
CARenderer.init(cglContext:options:)	not yet: the renderer is made for an EAGL context
CARenderer.init(mtlTexture:options:)	never: there is no Metal on Linux
CARenderer.layer
CARenderer.nextFrameTime()
CARenderer.render()
CARenderer.setDestination(_:)	never: there is no Metal on Linux
CARenderer.updateBounds()
CAReplicatorLayer
CAReplicatorLayer.instanceAlphaOffset
CAReplicatorLayer.instanceBlueOffset
CAReplicatorLayer.instanceColor
CAReplicatorLayer.instanceCount
CAReplicatorLayer.instanceDelay
CAReplicatorLayer.instanceGreenOffset
CAReplicatorLayer.instanceRedOffset
CAReplicatorLayer.instanceTransform
CAReplicatorLayer.preservesDepth
CAScrollLayer
CAScrollLayer.scroll(to:)
CAScrollLayer.scrollMode
CAScrollLayerScrollMode
CAScrollLayerScrollMode.both
CAScrollLayerScrollMode.horizontally
CAScrollLayerScrollMode.none
CAScrollLayerScrollMode.vertically
CAShapeLayer
CAShapeLayer.fillColor
CAShapeLayer.fillRule
CAShapeLayer.lineCap
CAShapeLayer.lineDashPattern
CAShapeLayer.lineDashPhase
CAShapeLayer.lineJoin
CAShapeLayer.lineWidth
CAShapeLayer.miterLimit
CAShapeLayer.path
CAShapeLayer.strokeColor
CAShapeLayer.strokeEnd
CAShapeLayer.strokeStart
CAShapeLayerFillRule
CAShapeLayerFillRule.evenOdd
CAShapeLayerFillRule.nonZero
CAShapeLayerLineCap
CAShapeLayerLineCap.butt
CAShapeLayerLineCap.round
CAShapeLayerLineCap.square
CAShapeLayerLineJoin
CAShapeLayerLineJoin.bevel
CAShapeLayerLineJoin.miter
CAShapeLayerLineJoin.round
CASpringAnimation
CASpringAnimation.allowsOverdamping
CASpringAnimation.bounce
CASpringAnimation.damping
CASpringAnimation.init(perceptualDuration:bounce:)
CASpringAnimation.initialVelocity
CASpringAnimation.mass
CASpringAnimation.perceptualDuration
CASpringAnimation.settlingDuration
CASpringAnimation.stiffness
CATextLayer
CATextLayer.alignmentMode
CATextLayer.allowsFontSubpixelQuantization
CATextLayer.font
CATextLayer.fontSize
CATextLayer.foregroundColor
CATextLayer.isWrapped
CATextLayer.string
CATextLayer.truncationMode
CATextLayerAlignmentMode
CATextLayerAlignmentMode.center
CATextLayerAlignmentMode.justified
CATextLayerAlignmentMode.left
CATextLayerAlignmentMode.natural
CATextLayerAlignmentMode.right
CATextLayerTruncationMode
CATextLayerTruncationMode.end
CATextLayerTruncationMode.middle
CATextLayerTruncationMode.none
CATextLayerTruncationMode.start
CATiledLayer
CATiledLayer.fadeDuration()
CATiledLayer.levelsOfDetail
CATiledLayer.levelsOfDetailBias
CATiledLayer.tileSize
CAToneMapMode
CAToneMapMode.automatic
CAToneMapMode.ifSupported
CAToneMapMode.never
CATransaction
CATransaction.animationDuration()
CATransaction.animationTimingFunction()
CATransaction.begin()
CATransaction.commit()
CATransaction.completionBlock()
CATransaction.disableActions()
CATransaction.flush()
CATransaction.lock()
CATransaction.setAnimationDuration(_:)
CATransaction.setAnimationTimingFunction(_:)
CATransaction.setCompletionBlock(_:)
CATransaction.setDisableActions(_:)
CATransaction.setValue(_:forKey:)
CATransaction.unlock()
CATransaction.value(forKey:)
CATransform3D
CATransform3D.init()
CATransform3D.init(m11:m12:m13:m14:m21:m22:m23:m24:m31:m32:m33:m34:m41:m42:m43:m44:)
CATransform3D.m11
CATransform3D.m12
CATransform3D.m13
CATransform3D.m14
CATransform3D.m21
CATransform3D.m22
CATransform3D.m23
CATransform3D.m24
CATransform3D.m31
CATransform3D.m32
CATransform3D.m33
CATransform3D.m34
CATransform3D.m41
CATransform3D.m42
CATransform3D.m43
CATransform3D.m44
CATransform3DConcat
CATransform3DEqualToTransform
CATransform3DGetAffineTransform
CATransform3DIdentity
CATransform3DInvert
CATransform3DIsAffine
CATransform3DIsIdentity
CATransform3DMakeAffineTransform
CATransform3DMakeRotation
CATransform3DMakeScale
CATransform3DMakeTranslation
CATransform3DRotate
CATransform3DScale
CATransform3DTranslate
CATransformLayer
CATransition
CATransition.endProgress
CATransition.filter
CATransition.startProgress
CATransition.subtype
CATransition.type
CATransitionSubtype
CATransitionSubtype.fromBottom
CATransitionSubtype.fromLeft
CATransitionSubtype.fromRight
CATransitionSubtype.fromTop
CATransitionType
CATransitionType.fade
CATransitionType.moveIn
CATransitionType.push
CATransitionType.reveal
CAValueFunction
CAValueFunction.init(name:)
CAValueFunction.name
CAValueFunctionName
CAValueFunctionName.rotateX
CAValueFunctionName.rotateY
CAValueFunctionName.rotateZ
CAValueFunctionName.scale
CAValueFunctionName.scaleX
CAValueFunctionName.scaleY
CAValueFunctionName.scaleZ
CAValueFunctionName.translate
CAValueFunctionName.translateX
CAValueFunctionName.translateY
CAValueFunctionName.translateZ
CBManagerAuthorization.denied	not yet: life cycle of apps and scenes
CFRunLoopAddObserver	not yet: this part of CFRunLoop; use RunLoop and Timer
CFRunLoopAddSource	not yet: this part of CFRunLoop; use RunLoop and Timer
CFRunLoopObserver	not yet: this part of CFRunLoop; use RunLoop and Timer
CFRunLoopObserverCreate	not yet: this part of CFRunLoop; use RunLoop and Timer
CFRunLoopObserverCreateWithHandler	not yet: this part of CFRunLoop; use RunLoop and Timer
CFRunLoopObserverInvalidate	not yet: this part of CFRunLoop; use RunLoop and Timer
CFRunLoopPerformBlock	not yet: this part of CFRunLoop; use RunLoop and Timer
CFRunLoopRemoveObserver	not yet: this part of CFRunLoop; use RunLoop and Timer
CFRunLoopRemoveSource	not yet: this part of CFRunLoop; use RunLoop and Timer
CFRunLoopSource	not yet: this part of CFRunLoop; use RunLoop and Timer
CFRunLoopSourceCreate	not yet: this part of CFRunLoop; use RunLoop and Timer
CFRunLoopSourceInvalidate	not yet: this part of CFRunLoop; use RunLoop and Timer
CFRunLoopSourceSignal	not yet: this part of CFRunLoop; use RunLoop and Timer
CFRunLoopStop	not yet: this part of CFRunLoop; use RunLoop and Timer
CFRunLoopWakeUp	not yet: this part of CFRunLoop; use RunLoop and Timer
CGAffineTransform
CGAffineTransform.a
CGAffineTransform.b
CGAffineTransform.c
CGAffineTransform.concatenating(_:)
CGAffineTransform.d
CGAffineTransform.decomposed()
CGAffineTransform.identity
CGAffineTransform.init()
CGAffineTransform.init(_:)
CGAffineTransform.init(_:_:_:_:_:_:)
CGAffineTransform.init(a:b:c:d:tx:ty:)
CGAffineTransform.init(rotationAngle:)
CGAffineTransform.init(scaleX:y:)
CGAffineTransform.init(translationX:y:)
CGAffineTransform.inverted()
CGAffineTransform.isIdentity
CGAffineTransform.rotated(by:)
CGAffineTransform.scaledBy(x:y:)
CGAffineTransform.translatedBy(x:y:)
CGAffineTransform.tx
CGAffineTransform.ty
CGAffineTransformComponents
CGAffineTransformComponents.horizontalShear
CGAffineTransformComponents.init()
CGAffineTransformComponents.init(scale:horizontalShear:rotation:translation:)
CGAffineTransformComponents.rotation
CGAffineTransformComponents.scale
CGAffineTransformComponents.translation
CGBitmapContextReleaseDataCallback
CGBitmapInfo
CGBitmapInfo.alphaInfoMask
CGBitmapInfo.byteOrder16Big
CGBitmapInfo.byteOrder16Little
CGBitmapInfo.byteOrder32Big
CGBitmapInfo.byteOrder32Little
CGBitmapInfo.byteOrderMask
CGBitmapInfo.floatComponents
CGBitmapInfo.floatInfoMask
CGBlendMode
CGBlendMode.clear
CGBlendMode.color
CGBlendMode.colorBurn
CGBlendMode.colorDodge
CGBlendMode.copy
CGBlendMode.darken
CGBlendMode.destinationAtop
CGBlendMode.destinationIn
CGBlendMode.destinationOut
CGBlendMode.destinationOver
CGBlendMode.difference
CGBlendMode.exclusion
CGBlendMode.hardLight
CGBlendMode.hue
CGBlendMode.lighten
CGBlendMode.luminosity
CGBlendMode.multiply
CGBlendMode.normal
CGBlendMode.overlay
CGBlendMode.plusDarker
CGBlendMode.plusLighter
CGBlendMode.saturation
CGBlendMode.screen
CGBlendMode.softLight
CGBlendMode.sourceAtop
CGBlendMode.sourceIn
CGBlendMode.sourceOut
CGBlendMode.xor
CGColor
CGColor.alpha
CGColor.black
CGColor.clear
CGColor.colorSpace
CGColor.components
CGColor.contentHeadroom
CGColor.converted(to:intent:options:)
CGColor.copy()
CGColor.copy(alpha:)
CGColor.init(colorSpace:components:)
CGColor.init(genericCMYKCyan:magenta:yellow:black:alpha:)
CGColor.init(genericGrayGamma2_2Gray:alpha:)
CGColor.init(gray:alpha:)
CGColor.init(headroom:colorSpace:red:green:blue:alpha:)
CGColor.init(patternSpace:pattern:components:)
CGColor.init(red:green:blue:alpha:)
CGColor.init(srgbRed:green:blue:alpha:)
CGColor.numberOfComponents
CGColor.pattern
CGColor.white
CGColorRenderingIntent
CGColorRenderingIntent.absoluteColorimetric
CGColorRenderingIntent.defaultIntent
CGColorRenderingIntent.perceptual
CGColorRenderingIntent.relativeColorimetric
CGColorRenderingIntent.saturation
CGColorSpace
CGColorSpace.adobeRGB1998
CGColorSpace.baseColorSpace
CGColorSpace.displayP3
CGColorSpace.displayP3_HLG
CGColorSpace.displayP3_PQ
CGColorSpace.extendedDisplayP3
CGColorSpace.extendedGray
CGColorSpace.extendedITUR_2020
CGColorSpace.extendedLinearDisplayP3
CGColorSpace.extendedLinearGray
CGColorSpace.extendedLinearITUR_2020
CGColorSpace.extendedLinearSRGB
CGColorSpace.extendedSRGB
CGColorSpace.genericCMYK
CGColorSpace.genericGrayGamma2_2
CGColorSpace.init(name:)
CGColorSpace.init(patternBaseSpace:)
CGColorSpace.isWideGamutRGB
CGColorSpace.itur_2020
CGColorSpace.itur_2020_sRGBGamma
CGColorSpace.itur_2100_HLG
CGColorSpace.itur_2100_PQ
CGColorSpace.itur_709
CGColorSpace.itur_709_HLG
CGColorSpace.itur_709_PQ
CGColorSpace.linearDisplayP3
CGColorSpace.linearGray
CGColorSpace.linearITUR_2020
CGColorSpace.linearSRGB
CGColorSpace.model
CGColorSpace.name
CGColorSpace.numberOfComponents
CGColorSpace.sRGB
CGColorSpace.supportsOutput
CGColorSpaceCreateCopyWithStandardRange(_:)
CGColorSpaceCreateDeviceCMYK()
CGColorSpaceCreateDeviceGray()
CGColorSpaceCreateDeviceRGB()
CGColorSpaceCreateExtended(_:)
CGColorSpaceCreateExtendedLinearized(_:)
CGColorSpaceCreateLinearized(_:)
CGColorSpaceIsHDR(_:)
CGColorSpaceIsHLGBased(_:)
CGColorSpaceIsPQBased(_:)
CGColorSpaceModel
CGColorSpaceModel.XYZ
CGColorSpaceModel.cmyk
CGColorSpaceModel.deviceN
CGColorSpaceModel.indexed
CGColorSpaceModel.lab
CGColorSpaceModel.monochrome
CGColorSpaceModel.pattern
CGColorSpaceModel.rgb
CGColorSpaceModel.unknown
CGColorSpaceUsesExtendedRange(_:)
CGColorSpaceUsesITUR_2100TF(_:)
CGContext
CGContext.addArc(center:radius:startAngle:endAngle:clockwise:)
CGContext.addArc(tangent1End:tangent2End:radius:)
CGContext.addCurve(to:control1:control2:)
CGContext.addDestination(_:at:)
CGContext.addEllipse(in:)
CGContext.addLine(to:)
CGContext.addLines(between:)
CGContext.addPath(_:)
CGContext.addQuadCurve(to:control:)
CGContext.addRect(_:)
CGContext.addRects(_:)
CGContext.alphaInfo
CGContext.beginPDFPage(_:)
CGContext.beginPage(mediaBox:)
CGContext.beginPath()
CGContext.beginTransparencyLayer(auxiliaryInfo:)
CGContext.beginTransparencyLayer(in:auxiliaryInfo:)
CGContext.bitmapInfo
CGContext.bitsPerComponent
CGContext.bitsPerPixel
CGContext.boundingBoxOfClipPath
CGContext.boundingBoxOfPath
CGContext.bytesPerRow
CGContext.clear(_:)
CGContext.clip(to:)
CGContext.clip(to:mask:)
CGContext.clip(using:)
CGContext.closePDF()
CGContext.closePath()
CGContext.colorSpace
CGContext.concatenate(_:)
CGContext.convertToDeviceSpace(_:)
CGContext.convertToUserSpace(_:)
CGContext.ctm
CGContext.currentPointOfPath
CGContext.data
CGContext.draw(_:in:byTiling:)
CGContext.drawConicGradient(_:center:angle:)
CGContext.drawLinearGradient(_:start:end:options:)
CGContext.drawPath(using:)
CGContext.drawRadialGradient(_:startCenter:startRadius:endCenter:endRadius:options:)
CGContext.drawShading(_:)
CGContext.endPDFPage()
CGContext.endPage()
CGContext.endTransparencyLayer()
CGContext.fill(_:)
CGContext.fillEllipse(in:)
CGContext.fillPath(using:)
CGContext.flush()
CGContext.height
CGContext.init(_:mediaBox:_:)
CGContext.init(consumer:mediaBox:_:)
CGContext.init(data:width:height:bitsPerComponent:bytesPerRow:space:bitmapInfo:)
CGContext.init(data:width:height:bitsPerComponent:bytesPerRow:space:bitmapInfo:releaseCallback:releaseInfo:)
CGContext.interpolationQuality
CGContext.isPathEmpty
CGContext.makeImage()
CGContext.move(to:)
CGContext.path
CGContext.pathContains(_:mode:)
CGContext.replacePathWithStrokedPath()
CGContext.resetClip()
CGContext.restoreGState()
CGContext.rotate(by:)
CGContext.saveGState()
CGContext.scaleBy(x:y:)
CGContext.setAllowsAntialiasing(_:)
CGContext.setAllowsFontSubpixelPositioning(_:)
CGContext.setAllowsFontSubpixelQuantization(_:)
CGContext.setAlpha(_:)
CGContext.setBlendMode(_:)
CGContext.setDestination(_:for:)
CGContext.setFillColor(_:)
CGContext.setFillColor(cyan:magenta:yellow:black:alpha:)
CGContext.setFillColor(gray:alpha:)
CGContext.setFillColor(red:green:blue:alpha:)
CGContext.setFillColorSpace(_:)
CGContext.setFillPattern(_:colorComponents:)
CGContext.setFlatness(_:)
CGContext.setLineCap(_:)
CGContext.setLineDash(phase:lengths:)
CGContext.setLineJoin(_:)
CGContext.setLineWidth(_:)
CGContext.setMiterLimit(_:)
CGContext.setPatternPhase(_:)
CGContext.setShadow(offset:blur:)
CGContext.setShadow(offset:blur:color:)
CGContext.setShouldAntialias(_:)
CGContext.setShouldSubpixelPositionFonts(_:)
CGContext.setShouldSubpixelQuantizeFonts(_:)
CGContext.setStrokeColor(_:)
CGContext.setStrokeColor(cyan:magenta:yellow:black:alpha:)
CGContext.setStrokeColor(gray:alpha:)
CGContext.setStrokeColor(red:green:blue:alpha:)
CGContext.setStrokeColorSpace(_:)
CGContext.setStrokePattern(_:colorComponents:)
CGContext.setTextDrawingMode(_:)
CGContext.setURL(_:for:)
CGContext.stroke(_:)
CGContext.stroke(_:width:)
CGContext.strokeEllipse(in:)
CGContext.strokeLineSegments(between:)
CGContext.strokePath()
CGContext.synchronize()
CGContext.textMatrix
CGContext.textPosition
CGContext.translateBy(x:y:)
CGContext.userSpaceToDeviceSpaceTransform
CGContext.width
CGDataConsumer
CGDataConsumer.init(data:)
CGDataConsumer.init(info:cbks:)
CGDataConsumer.init(url:)
CGDataConsumerCallbacks
CGDataConsumerCallbacks.init(putBytes:releaseConsumer:)
CGDataConsumerCallbacks.putBytes
CGDataConsumerCallbacks.releaseConsumer
CGDataConsumerPutBytesCallback
CGDataConsumerReleaseInfoCallback
CGDataProvider
CGDataProvider.data
CGDataProvider.init(data:)
CGDataProvider.init(dataInfo:data:size:releaseData:)
CGDataProvider.init(directInfo:size:callbacks:)
CGDataProvider.init(filename:)
CGDataProvider.init(sequentialInfo:callbacks:)
CGDataProvider.init(url:)
CGDataProviderDirectCallbacks
CGDataProviderDirectCallbacks.getBytePointer
CGDataProviderDirectCallbacks.getBytesAtPosition
CGDataProviderDirectCallbacks.init(version:getBytePointer:releaseBytePointer:getBytesAtPosition:releaseInfo:)
CGDataProviderDirectCallbacks.releaseBytePointer
CGDataProviderDirectCallbacks.releaseInfo
CGDataProviderDirectCallbacks.version
CGDataProviderGetBytePointerCallback
CGDataProviderGetBytesAtPositionCallback
CGDataProviderGetBytesCallback
CGDataProviderReleaseBytePointerCallback
CGDataProviderReleaseDataCallback
CGDataProviderReleaseInfoCallback
CGDataProviderRewindCallback
CGDataProviderSequentialCallbacks
CGDataProviderSequentialCallbacks.getBytes
CGDataProviderSequentialCallbacks.init(version:getBytes:skipForward:rewind:releaseInfo:)
CGDataProviderSequentialCallbacks.releaseInfo
CGDataProviderSequentialCallbacks.rewind
CGDataProviderSequentialCallbacks.skipForward
CGDataProviderSequentialCallbacks.version
CGDataProviderSkipForwardCallback
CGFloat
CGFloat.init(_:)
CGFloat.init(integerLiteral:)
CGFloat.init(truncating:)	not yet: the rest of the drawing frameworks
CGFloat.native
CGFont
CGFont.init(_:)
CGFunction
CGFunction.init(info:domainDimension:domain:rangeDimension:range:callbacks:)
CGFunctionCallbacks
CGFunctionCallbacks.evaluate
CGFunctionCallbacks.init(version:evaluate:releaseInfo:)
CGFunctionCallbacks.releaseInfo
CGFunctionCallbacks.version
CGFunctionEvaluateCallback
CGFunctionReleaseInfoCallback
CGGradient
CGGradient.init(colorSpace:colorComponents:locations:count:)
CGGradient.init(colorsSpace:colors:locations:)
CGGradientDrawingOptions
CGGradientDrawingOptions.drawsAfterEndLocation
CGGradientDrawingOptions.drawsBeforeStartLocation
CGImage
CGImage.alphaInfo
CGImage.bitmapInfo
CGImage.bitsPerComponent
CGImage.bitsPerPixel
CGImage.byteOrderInfo
CGImage.bytesPerRow
CGImage.calculatedContentHeadroom
CGImage.colorSpace
CGImage.containsImageSpecificToneMappingMetadata
CGImage.contentAverageLightLevel
CGImage.contentHeadroom
CGImage.copy()
CGImage.copy(colorSpace:)
CGImage.copy(contentHeadroom:)
CGImage.copy(maskingColorComponents:)
CGImage.copyWithCalculatedHDRStats()
CGImage.cropping(to:)
CGImage.dataProvider
CGImage.decode
CGImage.height
CGImage.init(headroom:width:height:bitsPerComponent:bitsPerPixel:bytesPerRow:space:bitmapInfo:provider:decode:shouldInterpolate:intent:)
CGImage.init(maskWidth:height:bitsPerComponent:bitsPerPixel:bytesPerRow:provider:decode:shouldInterpolate:)
CGImage.init(width:height:bitsPerComponent:bitsPerPixel:bytesPerRow:space:bitmapInfo:provider:decode:shouldInterpolate:intent:)
CGImage.isMask
CGImage.masking(_:)
CGImage.renderingIntent
CGImage.shouldInterpolate
CGImage.shouldToneMap
CGImage.utType
CGImage.width
CGImageAlphaInfo
CGImageAlphaInfo.alphaOnly
CGImageAlphaInfo.first
CGImageAlphaInfo.last
CGImageAlphaInfo.none
CGImageAlphaInfo.noneSkipFirst
CGImageAlphaInfo.noneSkipLast
CGImageAlphaInfo.premultipliedFirst
CGImageAlphaInfo.premultipliedLast
CGImageByteOrderInfo
CGImageByteOrderInfo.order16Big
CGImageByteOrderInfo.order16Little
CGImageByteOrderInfo.order32Big
CGImageByteOrderInfo.order32Little
CGImageByteOrderInfo.orderDefault
CGImageByteOrderInfo.orderMask
CGImageDestination
CGImageDestinationAddImage(_:_:_:)
CGImageDestinationAddImageFromSource(_:_:_:_:)
CGImageDestinationCopyTypeIdentifiers()
CGImageDestinationCreateWithData(_:_:_:_:)
CGImageDestinationCreateWithDataConsumer(_:_:_:_:)
CGImageDestinationCreateWithURL(_:_:_:_:)
CGImageDestinationFinalize(_:)
CGImageDestinationSetProperties(_:_:)
CGImagePropertyOrientation
CGImagePropertyOrientation.down
CGImagePropertyOrientation.downMirrored
CGImagePropertyOrientation.left
CGImagePropertyOrientation.leftMirrored
CGImagePropertyOrientation.right
CGImagePropertyOrientation.rightMirrored
CGImagePropertyOrientation.up
CGImagePropertyOrientation.upMirrored
CGImageSource
CGImageSourceCopyProperties(_:_:)
CGImageSourceCopyPropertiesAtIndex(_:_:_:)
CGImageSourceCopyTypeIdentifiers()
CGImageSourceCreateImageAtIndex(_:_:_:)
CGImageSourceCreateThumbnailAtIndex(_:_:_:)
CGImageSourceCreateWithData(_:_:)
CGImageSourceCreateWithDataProvider(_:_:)
CGImageSourceCreateWithURL(_:_:)
CGImageSourceGetCount(_:)
CGImageSourceGetPrimaryImageIndex(_:)
CGImageSourceGetStatus(_:)
CGImageSourceGetStatusAtIndex(_:_:)
CGImageSourceGetType(_:)
CGImageSourceStatus
CGImageSourceStatus.statusComplete
CGImageSourceStatus.statusIncomplete
CGImageSourceStatus.statusInvalidData
CGImageSourceStatus.statusReadingHeader
CGImageSourceStatus.statusUnexpectedEOF
CGImageSourceStatus.statusUnknownType
CGInterpolationQuality
CGInterpolationQuality.default
CGInterpolationQuality.high
CGInterpolationQuality.low
CGInterpolationQuality.medium
CGInterpolationQuality.none
CGLayer.context	not yet: the rest of the drawing frameworks
CGLineCap
CGLineCap.butt
CGLineCap.round
CGLineCap.square
CGLineJoin
CGLineJoin.bevel
CGLineJoin.miter
CGLineJoin.round
CGMutablePath
CGMutablePath.addArc(center:radius:startAngle:endAngle:clockwise:transform:)
CGMutablePath.addArc(tangent1End:tangent2End:radius:transform:)
CGMutablePath.addCurve(to:control1:control2:transform:)
CGMutablePath.addEllipse(in:transform:)
CGMutablePath.addLine(to:transform:)
CGMutablePath.addLines(between:transform:)
CGMutablePath.addPath(_:transform:)
CGMutablePath.addQuadCurve(to:control:transform:)
CGMutablePath.addRect(_:transform:)
CGMutablePath.addRects(_:transform:)
CGMutablePath.addRelativeArc(center:radius:startAngle:delta:transform:)
CGMutablePath.addRoundedRect(in:cornerWidth:cornerHeight:transform:)
CGMutablePath.closeSubpath()
CGMutablePath.init()
CGMutablePath.move(to:transform:)
CGPDFDocument	not yet: the rest of the drawing frameworks
CGPDFDocument.init(_:)	not yet: the rest of the drawing frameworks
CGPDFTagType.header1	not yet: the rest of the drawing frameworks
CGPDFTagType.header2	not yet: the rest of the drawing frameworks
CGPDFTagType.header3	not yet: the rest of the drawing frameworks
CGPDFTagType.header4	not yet: the rest of the drawing frameworks
CGPDFTagType.header5	not yet: the rest of the drawing frameworks
CGPDFTagType.header6	not yet: the rest of the drawing frameworks
CGPath
CGPath.apply(info:function:)
CGPath.applyWithBlock(_:)
CGPath.boundingBox
CGPath.boundingBoxOfPath
CGPath.componentsSeparated(using:)
CGPath.contains(_:using:transform:)
CGPath.copy()
CGPath.copy(dashingWithPhase:lengths:transform:)
CGPath.copy(strokingWithWidth:lineCap:lineJoin:miterLimit:transform:)
CGPath.copy(using:)
CGPath.currentPoint
CGPath.flattened(threshold:)
CGPath.init(ellipseIn:transform:)
CGPath.init(rect:transform:)
CGPath.init(roundedRect:cornerWidth:cornerHeight:transform:)
CGPath.intersection(_:using:)
CGPath.intersects(_:using:)
CGPath.isEmpty
CGPath.isRect(_:)
CGPath.lineIntersection(_:using:)
CGPath.lineSubtracting(_:using:)
CGPath.mutableCopy()
CGPath.mutableCopy(using:)
CGPath.normalized(using:)
CGPath.subtracting(_:using:)
CGPath.symmetricDifference(_:using:)
CGPath.union(_:using:)
CGPathApplierFunction
CGPathApplyBlock
CGPathDrawingMode
CGPathDrawingMode.eoFill
CGPathDrawingMode.eoFillStroke
CGPathDrawingMode.fill
CGPathDrawingMode.fillStroke
CGPathDrawingMode.stroke
CGPathElement
CGPathElement.init(type:points:)
CGPathElement.points
CGPathElement.type
CGPathElementType
CGPathElementType.addCurveToPoint
CGPathElementType.addLineToPoint
CGPathElementType.addQuadCurveToPoint
CGPathElementType.closeSubpath
CGPathElementType.moveToPoint
CGPathFillRule
CGPathFillRule.evenOdd
CGPathFillRule.winding
CGPattern
CGPattern.init(info:bounds:matrix:xStep:yStep:tiling:isColored:callbacks:)
CGPatternCallbacks
CGPatternCallbacks.drawPattern
CGPatternCallbacks.init(version:drawPattern:releaseInfo:)
CGPatternCallbacks.releaseInfo
CGPatternCallbacks.version
CGPatternDrawPatternCallback
CGPatternReleaseInfoCallback
CGPatternTiling
CGPatternTiling.constantSpacing
CGPatternTiling.constantSpacingMinimalDistortion
CGPatternTiling.noDistortion
CGPoint
CGPoint.applying(_:)
CGPoint.dictionaryRepresentation
CGPoint.equalTo(_:)
CGPoint.init(dictionaryRepresentation:)
CGPoint.init(x:y:)
CGPoint.x
CGPoint.y
CGPoint.zero
CGRect
CGRect.applying(_:)
CGRect.contains(_:)
CGRect.dictionaryRepresentation
CGRect.equalTo(_:)
CGRect.height
CGRect.infinite
CGRect.init(dictionaryRepresentation:)
CGRect.init(origin:size:)
CGRect.init(x:y:width:height:)
CGRect.inset(by:)
CGRect.insetBy(dx:dy:)
CGRect.integral
CGRect.intersection(_:)
CGRect.intersects(_:)
CGRect.isEmpty
CGRect.isNull
CGRect.maxX
CGRect.maxY
CGRect.midX
CGRect.midY
CGRect.minX
CGRect.minY
CGRect.null
CGRect.offsetBy(dx:dy:)
CGRect.origin
CGRect.size
CGRect.standardized
CGRect.width
CGRect.zero
CGShading
CGShading.init(axialSpace:start:end:function:extendStart:extendEnd:)
CGShading.init(radialSpace:start:startRadius:end:endRadius:function:extendStart:extendEnd:)
CGSize
CGSize.applying(_:)
CGSize.dictionaryRepresentation
CGSize.equalTo(_:)
CGSize.height
CGSize.init(dictionaryRepresentation:)
CGSize.init(width:height:)
CGSize.width
CGSize.zero
CGTextDrawingMode
CGTextDrawingMode.clip
CGTextDrawingMode.fill
CGTextDrawingMode.fillClip
CGTextDrawingMode.fillStroke
CGTextDrawingMode.fillStrokeClip
CGTextDrawingMode.invisible
CGTextDrawingMode.stroke
CGTextDrawingMode.strokeClip
CGVector
CGVector.dx
CGVector.dy
CGVector.init()
CGVector.init(dx:dy:)
CGVector.zero
CIAccordionFoldTransition
CIAccordionFoldTransition.bottomHeight
CIAccordionFoldTransition.foldShadowAmount
CIAccordionFoldTransition.numberOfFolds
CIAdditionCompositing
CIAffineClamp
CIAffineClamp.inputImage
CIAffineClamp.transform
CIAffineTile
CIAffineTile.inputImage
CIAffineTile.transform
CIAffineTransform
CIAreaAlphaWeightedHistogram	not yet: Filters.md lists the filters that are absent
CIAreaAverage
CIAreaBoundsRed	not yet: Filters.md lists the filters that are absent
CIAreaHistogram
CIAreaHistogram.count
CIAreaHistogram.scale
CIAreaLogarithmicHistogram	not yet: Filters.md lists the filters that are absent
CIAreaMaximum
CIAreaMaximumAlpha	not yet: Filters.md lists the filters that are absent
CIAreaMinMax
CIAreaMinMaxRed	not yet: Filters.md lists the filters that are absent
CIAreaMinimum
CIAreaMinimumAlpha	not yet: Filters.md lists the filters that are absent
CIAreaReductionFilter
CIAreaReductionFilter.extent
CIAreaReductionFilter.inputImage
CIAttributedTextImageGenerator
CIAttributedTextImageGenerator.padding
CIAttributedTextImageGenerator.scaleFactor
CIAttributedTextImageGenerator.text
CIAztecCodeGenerator
CIAztecCodeGenerator.compactStyle
CIAztecCodeGenerator.correctionLevel
CIAztecCodeGenerator.layers
CIAztecCodeGenerator.message
CIBarcodeGenerator	not yet: Filters.md lists the filters that are absent
CIBarsSwipeTransition
CIBarsSwipeTransition.angle
CIBarsSwipeTransition.barOffset
CIBarsSwipeTransition.width
CIBicubicScaleTransform
CIBicubicScaleTransform.aspectRatio
CIBicubicScaleTransform.b
CIBicubicScaleTransform.c
CIBicubicScaleTransform.inputImage
CIBicubicScaleTransform.scale
CIBlendWithAlphaMask
CIBlendWithAlphaMask.backgroundImage
CIBlendWithAlphaMask.inputImage
CIBlendWithAlphaMask.maskImage
CIBlendWithBlueMask
CIBlendWithBlueMask.backgroundImage
CIBlendWithBlueMask.inputImage
CIBlendWithBlueMask.maskImage
CIBlendWithMask
CIBlendWithMask.backgroundImage
CIBlendWithMask.inputImage
CIBlendWithMask.maskImage
CIBlendWithRedMask
CIBlendWithRedMask.backgroundImage
CIBlendWithRedMask.inputImage
CIBlendWithRedMask.maskImage
CIBloom
CIBloom.inputImage
CIBloom.intensity
CIBloom.radius
CIBlurredRectangleGenerator	not yet: Filters.md lists the filters that are absent
CIBokehBlur	not yet: Filters.md lists the filters that are absent
CIBoxBlur
CIBoxBlur.inputImage
CIBoxBlur.radius
CIBumpDistortion
CIBumpDistortion.center
CIBumpDistortion.inputImage
CIBumpDistortion.radius
CIBumpDistortion.scale
CIBumpDistortionLinear	not yet: Filters.md lists the filters that are absent
CICMYKHalftone	not yet: Filters.md lists the filters that are absent
CICameraCalibrationLensCorrection	not yet: Filters.md lists the filters that are absent
CICannyEdgeDetector	not yet: Filters.md lists the filters that are absent
CICheckerboardGenerator
CICheckerboardGenerator.center
CICheckerboardGenerator.color0
CICheckerboardGenerator.color1
CICheckerboardGenerator.sharpness
CICheckerboardGenerator.width
CICircleSplashDistortion
CICircleSplashDistortion.center
CICircleSplashDistortion.inputImage
CICircleSplashDistortion.radius
CICircularScreen
CICircularScreen.center
CICircularScreen.inputImage
CICircularScreen.sharpness
CICircularScreen.width
CICircularWrap	not yet: Filters.md lists the filters that are absent
CIClamp
CICode128BarcodeGenerator
CICode128BarcodeGenerator.barcodeHeight
CICode128BarcodeGenerator.message
CICode128BarcodeGenerator.quietSpace
CIColor
CIColor.alpha
CIColor.black
CIColor.blue
CIColor.clear
CIColor.colorSpace
CIColor.components
CIColor.copy(with:)
CIColor.cyan
CIColor.gray
CIColor.green
CIColor.init(cgColor:)
CIColor.init(coder:)
CIColor.init(color:)
CIColor.init(red:green:blue:)
CIColor.init(red:green:blue:alpha:)
CIColor.init(red:green:blue:alpha:colorSpace:)
CIColor.init(red:green:blue:colorSpace:)
CIColor.init(string:)
CIColor.magenta
CIColor.numberOfComponents
CIColor.red
CIColor.stringRepresentation
CIColor.white
CIColor.yellow
CIColorAbsoluteDifference
CIColorAbsoluteDifference.inputImage
CIColorAbsoluteDifference.inputImage2
CIColorBlendMode
CIColorBurnBlendMode
CIColorClamp
CIColorClamp.inputImage
CIColorClamp.maxComponents
CIColorClamp.minComponents
CIColorControls
CIColorControls.brightness
CIColorControls.contrast
CIColorControls.inputImage
CIColorControls.saturation
CIColorCrossPolynomial
CIColorCrossPolynomial.blueCoefficients
CIColorCrossPolynomial.greenCoefficients
CIColorCrossPolynomial.inputImage
CIColorCrossPolynomial.redCoefficients
CIColorCube
CIColorCube.cubeData
CIColorCube.cubeDimension
CIColorCube.extrapolate
CIColorCube.inputImage
CIColorCubeWithColorSpace
CIColorCubeWithColorSpace.colorSpace
CIColorCubeWithColorSpace.cubeData
CIColorCubeWithColorSpace.cubeDimension
CIColorCubeWithColorSpace.extrapolate
CIColorCubeWithColorSpace.inputImage
CIColorCubesMixedWithMask	not yet: Filters.md lists the filters that are absent
CIColorCurves	not yet: Filters.md lists the filters that are absent
CIColorDodgeBlendMode
CIColorInvert
CIColorInvert.inputImage
CIColorMap
CIColorMap.gradientImage
CIColorMap.inputImage
CIColorMatrix
CIColorMatrix.aVector
CIColorMatrix.bVector
CIColorMatrix.biasVector
CIColorMatrix.gVector
CIColorMatrix.inputImage
CIColorMatrix.rVector
CIColorMonochrome
CIColorMonochrome.color
CIColorMonochrome.inputImage
CIColorMonochrome.intensity
CIColorPolynomial
CIColorPolynomial.alphaCoefficients
CIColorPolynomial.blueCoefficients
CIColorPolynomial.greenCoefficients
CIColorPolynomial.inputImage
CIColorPolynomial.redCoefficients
CIColorPosterize
CIColorPosterize.inputImage
CIColorPosterize.levels
CIColorThreshold
CIColorThreshold.inputImage
CIColorThreshold.threshold
CIColorThresholdOtsu	not yet: Filters.md lists the filters that are absent
CIColumnAverage
CIColumnAverage.extent
CIColumnAverage.inputImage
CIComicEffect	not yet: Filters.md lists the filters that are absent
CICompositeOperation
CICompositeOperation.backgroundImage
CICompositeOperation.inputImage
CIConstantColorGenerator
CIContext
CIContext.clearCaches()
CIContext.createCGImage(_:from:)
CIContext.createCGImage(_:from:format:colorSpace:)
CIContext.createCGImage(_:from:format:colorSpace:deferred:)
CIContext.draw(_:in:from:)
CIContext.init(cgContext:options:)
CIContext.init(options:)
CIContext.inputImageMaximumSize()
CIContext.jpegRepresentation(of:colorSpace:options:)
CIContext.outputImageMaximumSize()
CIContext.pngRepresentation(of:format:colorSpace:options:)
CIContext.reclaimResources()
CIContext.render(_:toBitmap:rowBytes:bounds:format:colorSpace:)
CIContext.tiffRepresentation(of:format:colorSpace:options:)
CIContext.workingColorSpace
CIContext.workingFormat
CIContext.writeJPEGRepresentation(of:to:colorSpace:options:)
CIContext.writePNGRepresentation(of:to:format:colorSpace:options:)
CIContext.writeTIFFRepresentation(of:to:format:colorSpace:options:)
CIContextOption
CIContextOption.cacheIntermediates
CIContextOption.highQualityDownsample
CIContextOption.outputColorSpace
CIContextOption.priorityRequestLow
CIContextOption.useSoftwareRenderer
CIContextOption.workingColorSpace
CIContextOption.workingFormat
CIConvertLabToRGB	not yet: Filters.md lists the filters that are absent
CIConvertRGBtoLab	not yet: Filters.md lists the filters that are absent
CIConvolution
CIConvolution.bias
CIConvolution.inputImage
CIConvolution.weights
CIConvolution3X3
CIConvolution5X5
CIConvolution7X7
CIConvolution9Horizontal
CIConvolution9Vertical
CIConvolutionRGB3X3
CIConvolutionRGB5X5
CIConvolutionRGB7X7
CIConvolutionRGB9Horizontal
CIConvolutionRGB9Vertical
CICopyMachineTransition
CICopyMachineTransition.angle
CICopyMachineTransition.color
CICopyMachineTransition.extent
CICopyMachineTransition.opacity
CICopyMachineTransition.width
CICoreMLModelFilter	not yet: Filters.md lists the filters that are absent
CICrop
CICrystallize
CICrystallize.center
CICrystallize.inputImage
CICrystallize.radius
CIDarkenBlendMode
CIDepthBlurEffect	not yet: Filters.md lists the filters that are absent
CIDepthOfField	not yet: Filters.md lists the filters that are absent
CIDepthToDisparity	not yet: Filters.md lists the filters that are absent
CIDetector.features(in:)	not yet: the rest of the drawing frameworks
CIDifferenceBlendMode
CIDiscBlur
CIDiscBlur.inputImage
CIDiscBlur.radius
CIDisintegrateWithMaskTransition
CIDisintegrateWithMaskTransition.maskImage
CIDisintegrateWithMaskTransition.shadowDensity
CIDisintegrateWithMaskTransition.shadowOffset
CIDisintegrateWithMaskTransition.shadowRadius
CIDisparityToDepth	not yet: Filters.md lists the filters that are absent
CIDisplacementDistortion
CIDisplacementDistortion.displacementImage
CIDisplacementDistortion.inputImage
CIDisplacementDistortion.scale
CIDissolveTransition
CIDistanceGradientFromRedMask	not yet: Filters.md lists the filters that are absent
CIDither	not yet: Filters.md lists the filters that are absent
CIDivideBlendMode
CIDocumentEnhancer	not yet: Filters.md lists the filters that are absent
CIDotScreen
CIDotScreen.angle
CIDotScreen.center
CIDotScreen.inputImage
CIDotScreen.sharpness
CIDotScreen.width
CIDroste	not yet: Filters.md lists the filters that are absent
CIEdgePreserveUpsampleFilter	not yet: Filters.md lists the filters that are absent
CIEdgeWork	not yet: Filters.md lists the filters that are absent
CIEdges
CIEdges.inputImage
CIEdges.intensity
CIEightfoldReflectedTile	not yet: Filters.md lists the filters that are absent
CIExclusionBlendMode
CIExposureAdjust
CIExposureAdjust.ev
CIExposureAdjust.inputImage
CIFalseColor
CIFalseColor.color0
CIFalseColor.color1
CIFalseColor.inputImage
CIFilter
CIFilter.areaAverage()
CIFilter.attributes
CIFilter.copy(with:)
CIFilter.filterNames(inCategories:)
CIFilter.filterNames(inCategory:)
CIFilter.gaussianBlur()
CIFilter.init(coder:)
CIFilter.init(name:)
CIFilter.init(name:parameters:)
CIFilter.inputKeys
CIFilter.isEnabled
CIFilter.kCIOutputImageKey
CIFilter.localizedName(forCategory:)
CIFilter.localizedName(forFilterName:)
CIFilter.name
CIFilter.outputImage
CIFilter.outputKeys
CIFilter.qrCodeGenerator()
CIFilter.setDefaults()
CIFilter.setValue(_:forKey:)
CIFilter.value(forKey:)
CIFilterProtocol
CIFilterProtocol.outputImage
CIFlashTransition
CIFlashTransition.center
CIFlashTransition.color
CIFlashTransition.extent
CIFlashTransition.fadeThreshold
CIFlashTransition.maxStriationRadius
CIFlashTransition.striationContrast
CIFlashTransition.striationStrength
CIFormat
CIFormat.A16
CIFormat.A8
CIFormat.ABGR8
CIFormat.ARGB8
CIFormat.Af
CIFormat.Ah
CIFormat.BGRA8
CIFormat.L16
CIFormat.L8
CIFormat.LA16
CIFormat.LA8
CIFormat.LAf
CIFormat.LAh
CIFormat.Lf
CIFormat.Lh
CIFormat.R16
CIFormat.R8
CIFormat.RG16
CIFormat.RG8
CIFormat.RGBA16
CIFormat.RGBA8
CIFormat.RGBAf
CIFormat.RGBAh
CIFormat.RGf
CIFormat.RGh
CIFormat.Rf
CIFormat.Rh
CIFormat.rgbX16
CIFormat.rgbXf
CIFormat.rgbXh
CIFourCoordinateGeometryFilter
CIFourCoordinateGeometryFilter.bottomLeft
CIFourCoordinateGeometryFilter.bottomRight
CIFourCoordinateGeometryFilter.inputImage
CIFourCoordinateGeometryFilter.topLeft
CIFourCoordinateGeometryFilter.topRight
CIFourfoldReflectedTile	not yet: Filters.md lists the filters that are absent
CIFourfoldRotatedTile	not yet: Filters.md lists the filters that are absent
CIFourfoldTranslatedTile	not yet: Filters.md lists the filters that are absent
CIGaborGradients	not yet: Filters.md lists the filters that are absent
CIGammaAdjust
CIGammaAdjust.inputImage
CIGammaAdjust.power
CIGaussianBlur
CIGaussianBlur.inputImage
CIGaussianBlur.radius
CIGaussianGradient
CIGaussianGradient.center
CIGaussianGradient.color0
CIGaussianGradient.color1
CIGaussianGradient.radius
CIGlassDistortion
CIGlassDistortion.center
CIGlassDistortion.inputImage
CIGlassDistortion.scale
CIGlassDistortion.textureImage
CIGlassLozenge	not yet: Filters.md lists the filters that are absent
CIGlideReflectedTile	not yet: Filters.md lists the filters that are absent
CIGloom	not yet: Filters.md lists the filters that are absent
CIGuidedFilter	not yet: Filters.md lists the filters that are absent
CIHardLightBlendMode
CIHatchedScreen
CIHatchedScreen.angle
CIHatchedScreen.center
CIHatchedScreen.inputImage
CIHatchedScreen.sharpness
CIHatchedScreen.width
CIHeightFieldFromMask	not yet: Filters.md lists the filters that are absent
CIHexagonalPixellate
CIHexagonalPixellate.center
CIHexagonalPixellate.inputImage
CIHexagonalPixellate.scale
CIHighlightShadowAdjust
CIHighlightShadowAdjust.highlightAmount
CIHighlightShadowAdjust.inputImage
CIHighlightShadowAdjust.radius
CIHighlightShadowAdjust.shadowAmount
CIHistogramDisplayFilter	not yet: Filters.md lists the filters that are absent
CIHoleDistortion
CIHoleDistortion.center
CIHoleDistortion.inputImage
CIHoleDistortion.radius
CIHueAdjust
CIHueAdjust.angle
CIHueAdjust.inputImage
CIHueBlendMode
CIHueSaturationValueGradient	not yet: Filters.md lists the filters that are absent
CIImage
CIImage.applyingFilter(_:)
CIImage.applyingFilter(_:parameters:)
CIImage.applyingGaussianBlur(sigma:)
CIImage.black
CIImage.blue
CIImage.cgImage
CIImage.clamped(to:)
CIImage.clampedToExtent()
CIImage.clear
CIImage.colorSpace
CIImage.composited(over:)
CIImage.copy(with:)
CIImage.cropped(to:)
CIImage.cyan
CIImage.empty()
CIImage.extent
CIImage.gray
CIImage.green
CIImage.init(bitmapData:bytesPerRow:size:format:colorSpace:)
CIImage.init(cgImage:)
CIImage.init(cgImage:options:)
CIImage.init(coder:)
CIImage.init(color:)
CIImage.init(contentsOf:)
CIImage.init(contentsOf:options:)
CIImage.init(cvPixelBuffer:)	not yet: the rest of the drawing frameworks
CIImage.init(data:)
CIImage.init(data:options:)
CIImage.init(image:)
CIImage.insertingIntermediate()
CIImage.insertingIntermediate(cache:)
CIImage.magenta
CIImage.matchedFromWorkingSpace(to:)
CIImage.matchedToWorkingSpace(from:)
CIImage.orientationTransform(for:)
CIImage.orientationTransform(forExifOrientation:)
CIImage.oriented(_:)
CIImage.oriented(forExifOrientation:)
CIImage.premultiplyingAlpha()
CIImage.properties
CIImage.red
CIImage.samplingLinear()
CIImage.samplingNearest()
CIImage.settingAlphaOne(in:)
CIImage.settingProperties(_:)
CIImage.transformed(by:)
CIImage.transformed(by:highQualityDownsample:)
CIImage.unpremultiplyingAlpha()
CIImage.url
CIImage.white
CIImage.yellow
CIImageFileError
CIImageOption
CIImageOption.applyOrientationProperty
CIImageOption.colorSpace
CIImageOption.nearestSampling
CIImageOption.properties
CIImageRepresentationOption
CIKMeans	not yet: Filters.md lists the filters that are absent
CIKaleidoscope
CIKaleidoscope.angle
CIKaleidoscope.center
CIKaleidoscope.count
CIKaleidoscope.inputImage
CIKeystoneCorrectionCombined	not yet: Filters.md lists the filters that are absent
CIKeystoneCorrectionHorizontal	not yet: Filters.md lists the filters that are absent
CIKeystoneCorrectionVertical	not yet: Filters.md lists the filters that are absent
CILabDeltaE	not yet: Filters.md lists the filters that are absent
CILanczosScaleTransform
CILanczosScaleTransform.aspectRatio
CILanczosScaleTransform.inputImage
CILanczosScaleTransform.scale
CILenticularHaloGenerator	not yet: Filters.md lists the filters that are absent
CILightTunnel	not yet: Filters.md lists the filters that are absent
CILightenBlendMode
CILineOverlay	not yet: Filters.md lists the filters that are absent
CILineScreen
CILineScreen.angle
CILineScreen.center
CILineScreen.inputImage
CILineScreen.sharpness
CILineScreen.width
CILinearBurnBlendMode
CILinearDodgeBlendMode
CILinearGradient
CILinearGradient.color0
CILinearGradient.color1
CILinearGradient.point0
CILinearGradient.point1
CILinearLightBlendMode
CILinearToSRGBToneCurve
CILinearToSRGBToneCurve.inputImage
CILuminosityBlendMode
CIMaskToAlpha
CIMaskToAlpha.inputImage
CIMaskedVariableBlur
CIMaskedVariableBlur.inputImage
CIMaskedVariableBlur.mask
CIMaskedVariableBlur.radius
CIMaximumComponent
CIMaximumComponent.inputImage
CIMaximumCompositing
CIMaximumScaleTransform	not yet: Filters.md lists the filters that are absent
CIMedian
CIMedian.inputImage
CIMedianFilter
CIMeshGenerator	not yet: Filters.md lists the filters that are absent
CIMinimumComponent
CIMinimumComponent.inputImage
CIMinimumCompositing
CIMix
CIMix.amount
CIMix.backgroundImage
CIMix.inputImage
CIModTransition
CIModTransition.angle
CIModTransition.center
CIModTransition.compression
CIModTransition.radius
CIMorphologyGradient
CIMorphologyGradient.inputImage
CIMorphologyGradient.radius
CIMorphologyMaximum
CIMorphologyMaximum.inputImage
CIMorphologyMaximum.radius
CIMorphologyMinimum
CIMorphologyMinimum.inputImage
CIMorphologyMinimum.radius
CIMorphologyRectangleMaximum
CIMorphologyRectangleMaximum.height
CIMorphologyRectangleMaximum.inputImage
CIMorphologyRectangleMaximum.width
CIMorphologyRectangleMinimum
CIMorphologyRectangleMinimum.height
CIMorphologyRectangleMinimum.inputImage
CIMorphologyRectangleMinimum.width
CIMotionBlur
CIMotionBlur.angle
CIMotionBlur.inputImage
CIMotionBlur.radius
CIMultiplyBlendMode
CIMultiplyCompositing
CINinePartStretched	not yet: Filters.md lists the filters that are absent
CINinePartTiled	not yet: Filters.md lists the filters that are absent
CINoiseReduction	not yet: Filters.md lists the filters that are absent
CIOpTile	not yet: Filters.md lists the filters that are absent
CIOverlayBlendMode
CIPDF417BarcodeGenerator
CIPDF417BarcodeGenerator.alwaysSpecifyCompaction
CIPDF417BarcodeGenerator.compactStyle
CIPDF417BarcodeGenerator.compactionMode
CIPDF417BarcodeGenerator.correctionLevel
CIPDF417BarcodeGenerator.dataColumns
CIPDF417BarcodeGenerator.maxHeight
CIPDF417BarcodeGenerator.maxWidth
CIPDF417BarcodeGenerator.message
CIPDF417BarcodeGenerator.minHeight
CIPDF417BarcodeGenerator.minWidth
CIPDF417BarcodeGenerator.preferredAspectRatio
CIPDF417BarcodeGenerator.rows
CIPageCurlTransition
CIPageCurlTransition.angle
CIPageCurlTransition.backsideImage
CIPageCurlTransition.extent
CIPageCurlTransition.radius
CIPageCurlTransition.shadingImage
CIPageCurlWithShadowTransition
CIPageCurlWithShadowTransition.angle
CIPageCurlWithShadowTransition.backsideImage
CIPageCurlWithShadowTransition.extent
CIPageCurlWithShadowTransition.radius
CIPageCurlWithShadowTransition.shadowAmount
CIPageCurlWithShadowTransition.shadowExtent
CIPageCurlWithShadowTransition.shadowSize
CIPaletteCentroid	not yet: Filters.md lists the filters that are absent
CIPalettize	not yet: Filters.md lists the filters that are absent
CIParallelogramTile	not yet: Filters.md lists the filters that are absent
CIPersonSegmentation	not yet: Filters.md lists the filters that are absent
CIPerspectiveCorrection
CIPerspectiveCorrection.crop
CIPerspectiveRotate	not yet: Filters.md lists the filters that are absent
CIPerspectiveTile	not yet: Filters.md lists the filters that are absent
CIPerspectiveTransform
CIPerspectiveTransformWithExtent
CIPerspectiveTransformWithExtent.extent
CIPhotoEffect
CIPhotoEffect.extrapolate
CIPhotoEffect.inputImage
CIPhotoEffectChrome
CIPhotoEffectFade
CIPhotoEffectInstant
CIPhotoEffectMono
CIPhotoEffectNoir
CIPhotoEffectProcess
CIPhotoEffectTonal
CIPhotoEffectTransfer
CIPinLightBlendMode
CIPinchDistortion
CIPinchDistortion.center
CIPinchDistortion.inputImage
CIPinchDistortion.radius
CIPinchDistortion.scale
CIPixellate
CIPixellate.center
CIPixellate.inputImage
CIPixellate.scale
CIPointillize	not yet: Filters.md lists the filters that are absent
CIQRCodeGenerator
CIQRCodeGenerator.correctionLevel
CIQRCodeGenerator.message
CIRAWFilterOption.scaleFactor	not yet: the rest of the drawing frameworks
CIRadialGradient
CIRadialGradient.center
CIRadialGradient.color0
CIRadialGradient.color1
CIRadialGradient.radius0
CIRadialGradient.radius1
CIRandomGenerator
CIRippleTransition
CIRippleTransition.center
CIRippleTransition.extent
CIRippleTransition.scale
CIRippleTransition.shadingImage
CIRippleTransition.width
CIRoundedRectangleGenerator
CIRoundedRectangleGenerator.color
CIRoundedRectangleGenerator.extent
CIRoundedRectangleGenerator.radius
CIRoundedRectangleStrokeGenerator
CIRoundedRectangleStrokeGenerator.color
CIRoundedRectangleStrokeGenerator.extent
CIRoundedRectangleStrokeGenerator.radius
CIRoundedRectangleStrokeGenerator.width
CIRowAverage
CIRowAverage.extent
CIRowAverage.inputImage
CISRGBToneCurveToLinear
CISRGBToneCurveToLinear.inputImage
CISaliencyMapFilter	not yet: Filters.md lists the filters that are absent
CISampleNearest
CISaturationBlendMode
CIScreenBlendMode
CISepiaTone
CISepiaTone.inputImage
CISepiaTone.intensity
CIShadedMaterial	not yet: Filters.md lists the filters that are absent
CISharpenLuminance
CISharpenLuminance.inputImage
CISharpenLuminance.radius
CISharpenLuminance.sharpness
CISixfoldReflectedTile	not yet: Filters.md lists the filters that are absent
CISixfoldRotatedTile	not yet: Filters.md lists the filters that are absent
CISmoothLinearGradient
CISmoothLinearGradient.color0
CISmoothLinearGradient.color1
CISmoothLinearGradient.point0
CISmoothLinearGradient.point1
CISobelGradients	not yet: Filters.md lists the filters that are absent
CISoftLightBlendMode
CISourceAtopCompositing
CISourceInCompositing
CISourceOutCompositing
CISourceOverCompositing
CISpotColor	not yet: Filters.md lists the filters that are absent
CISpotLight	not yet: Filters.md lists the filters that are absent
CIStarShineGenerator	not yet: Filters.md lists the filters that are absent
CIStraighten
CIStraighten.angle
CIStraighten.inputImage
CIStraightenFilter
CIStretchCrop	not yet: Filters.md lists the filters that are absent
CIStripesGenerator
CIStripesGenerator.center
CIStripesGenerator.color0
CIStripesGenerator.color1
CIStripesGenerator.sharpness
CIStripesGenerator.width
CISubtractBlendMode
CISunbeamsGenerator	not yet: Filters.md lists the filters that are absent
CISwipeTransition
CISwipeTransition.angle
CISwipeTransition.color
CISwipeTransition.extent
CISwipeTransition.opacity
CISwipeTransition.width
CITemperatureAndTint
CITemperatureAndTint.inputImage
CITemperatureAndTint.neutral
CITemperatureAndTint.targetNeutral
CITextImageGenerator
CITextImageGenerator.fontName
CITextImageGenerator.fontSize
CITextImageGenerator.padding
CITextImageGenerator.scaleFactor
CITextImageGenerator.text
CIThermal	not yet: Filters.md lists the filters that are absent
CIToneCurve
CIToneCurve.extrapolate
CIToneCurve.inputImage
CIToneCurve.point0
CIToneCurve.point1
CIToneCurve.point2
CIToneCurve.point3
CIToneCurve.point4
CIToneMapHeadroom	not yet: Filters.md lists the filters that are absent
CITorusLensDistortion	not yet: Filters.md lists the filters that are absent
CITransitionFilter
CITransitionFilter.inputImage
CITransitionFilter.targetImage
CITransitionFilter.time
CITriangleKaleidoscope	not yet: Filters.md lists the filters that are absent
CITriangleTile	not yet: Filters.md lists the filters that are absent
CITwelvefoldReflectedTile	not yet: Filters.md lists the filters that are absent
CITwirlDistortion
CITwirlDistortion.angle
CITwirlDistortion.center
CITwirlDistortion.inputImage
CITwirlDistortion.radius
CIUnsharpMask
CIUnsharpMask.inputImage
CIUnsharpMask.intensity
CIUnsharpMask.radius
CIVector
CIVector.cgAffineTransformValue
CIVector.cgPointValue
CIVector.cgRectValue
CIVector.copy(with:)
CIVector.count
CIVector.init(cgAffineTransform:)
CIVector.init(cgPoint:)
CIVector.init(cgRect:)
CIVector.init(coder:)
CIVector.init(string:)
CIVector.init(values:count:)
CIVector.init(x:)
CIVector.init(x:y:)
CIVector.init(x:y:z:)
CIVector.init(x:y:z:w:)
CIVector.stringRepresentation
CIVector.value(at:)
CIVector.w
CIVector.x
CIVector.y
CIVector.z
CIVibrance
CIVibrance.amount
CIVibrance.inputImage
CIVignette
CIVignette.inputImage
CIVignette.intensity
CIVignette.radius
CIVignetteEffect
CIVignetteEffect.center
CIVignetteEffect.falloff
CIVignetteEffect.inputImage
CIVignetteEffect.intensity
CIVignetteEffect.radius
CIVividLightBlendMode
CIVortexDistortion
CIVortexDistortion.angle
CIVortexDistortion.center
CIVortexDistortion.inputImage
CIVortexDistortion.radius
CIWhitePointAdjust
CIWhitePointAdjust.color
CIWhitePointAdjust.inputImage
CIXRay	not yet: Filters.md lists the filters that are absent
CIZoomBlur
CIZoomBlur.amount
CIZoomBlur.center
CIZoomBlur.inputImage
CMBlockBuffer	not yet: sample buffers of packets
CMClock	not yet: clocks
CMFormatDescription
CMFormatDescription.MediaSubType
CMFormatDescription.MediaSubType.h264
CMFormatDescription.MediaSubType.hevc
CMFormatDescription.MediaSubType.mpeg4AAC
CMFormatDescription.MediaSubType.proRes4444
CMFormatDescription.MediaType
CMFormatDescription.MediaType.audio
CMFormatDescription.MediaType.text
CMFormatDescription.MediaType.video
CMFormatDescription.dimensions
CMFormatDescription.init(imageBuffer:)
CMFormatDescription.mediaSubType
CMFormatDescription.mediaType
CMFormatDescriptionGetMediaSubType(_:)
CMFormatDescriptionGetMediaType(_:)
CMMediaType
CMPersistentTrackID
CMSampleBuffer
CMSampleBuffer.dataBuffer	not yet: sample buffers of packets
CMSampleBuffer.decodeTimeStamp
CMSampleBuffer.duration
CMSampleBuffer.formatDescription
CMSampleBuffer.imageBuffer
CMSampleBuffer.init(imageBuffer:formatDescription:sampleTiming:)
CMSampleBuffer.presentationTimeStamp
CMSampleBufferCreateReadyWithImageBuffer(allocator:imageBuffer:formatDescription:sampleTiming:sampleBufferOut:)
CMSampleBufferGetDuration(_:)
CMSampleBufferGetFormatDescription(_:)
CMSampleBufferGetImageBuffer(_:)
CMSampleBufferGetPresentationTimeStamp(_:)
CMSampleTimingInfo
CMSampleTimingInfo.decodeTimeStamp
CMSampleTimingInfo.duration
CMSampleTimingInfo.init()
CMSampleTimingInfo.init(duration:presentationTimeStamp:decodeTimeStamp:)
CMSampleTimingInfo.invalid
CMSampleTimingInfo.presentationTimeStamp
CMTIMERANGE_IS_EMPTY(_:)
CMTIMERANGE_IS_INDEFINITE(_:)
CMTIMERANGE_IS_INVALID(_:)
CMTIMERANGE_IS_VALID(_:)
CMTIME_HAS_BEEN_ROUNDED(_:)
CMTIME_IS_INDEFINITE(_:)
CMTIME_IS_INVALID(_:)
CMTIME_IS_NEGATIVEINFINITY(_:)
CMTIME_IS_NUMERIC(_:)
CMTIME_IS_POSITIVEINFINITY(_:)
CMTIME_IS_VALID(_:)
CMTime
CMTime.convertScale(_:method:)
CMTime.epoch
CMTime.flags
CMTime.hasBeenRounded
CMTime.indefinite
CMTime.init()
CMTime.init(seconds:preferredTimescale:)
CMTime.init(value:timescale:)
CMTime.init(value:timescale:flags:epoch:)
CMTime.invalid
CMTime.isIndefinite
CMTime.isNegativeInfinity
CMTime.isNumeric
CMTime.isPositiveInfinity
CMTime.isValid
CMTime.negativeInfinity
CMTime.positiveInfinity
CMTime.seconds
CMTime.timescale
CMTime.value
CMTime.zero
CMTimeAbsoluteValue(_:)
CMTimeAdd(_:_:)
CMTimeClampToRange(_:range:)
CMTimeCompare(_:_:)
CMTimeConvertScale(_:timescale:method:)
CMTimeCopyAsDictionary	not yet: times in dictionaries
CMTimeEpoch
CMTimeFlags
CMTimeFlags.hasBeenRounded
CMTimeFlags.impliedValueFlagsMask
CMTimeFlags.indefinite
CMTimeFlags.negativeInfinity
CMTimeFlags.positiveInfinity
CMTimeFlags.valid
CMTimeFoldIntoRange(_:foldRange:)
CMTimeGetSeconds(_:)
CMTimeMake(value:timescale:)
CMTimeMakeWithEpoch(value:timescale:epoch:)
CMTimeMakeWithSeconds(_:preferredTimescale:)
CMTimeMapDurationFromRangeToRange(_:fromRange:toRange:)
CMTimeMapTimeFromRangeToRange(_:fromRange:toRange:)
CMTimeMapping
CMTimeMapping.init()
CMTimeMapping.init(source:target:)
CMTimeMapping.invalid
CMTimeMapping.isEmpty
CMTimeMapping.isValid
CMTimeMapping.source
CMTimeMapping.target
CMTimeMappingMake(source:target:)
CMTimeMappingMakeEmpty(target:)
CMTimeMaximum(_:_:)
CMTimeMinimum(_:_:)
CMTimeMultiply(_:multiplier:)
CMTimeMultiplyByFloat64(_:multiplier:)
CMTimeMultiplyByRatio(_:multiplier:divisor:)
CMTimeRange
CMTimeRange.containsTime(_:)
CMTimeRange.containsTimeRange(_:)
CMTimeRange.duration
CMTimeRange.end
CMTimeRange.init()
CMTimeRange.init(start:duration:)
CMTimeRange.init(start:end:)
CMTimeRange.intersection(_:)
CMTimeRange.invalid
CMTimeRange.isEmpty
CMTimeRange.isIndefinite
CMTimeRange.isValid
CMTimeRange.start
CMTimeRange.union(_:)
CMTimeRange.zero
CMTimeRangeContainsTime(_:time:)
CMTimeRangeContainsTimeRange(_:otherRange:)
CMTimeRangeEqual(_:_:)
CMTimeRangeFromTimeToTime(start:end:)
CMTimeRangeGetEnd(_:)
CMTimeRangeGetIntersection(_:otherRange:)
CMTimeRangeGetUnion(_:otherRange:)
CMTimeRangeMake(start:duration:)
CMTimeRoundingMethod
CMTimeRoundingMethod.default
CMTimeRoundingMethod.quickTime
CMTimeRoundingMethod.roundAwayFromZero
CMTimeRoundingMethod.roundHalfAwayFromZero
CMTimeRoundingMethod.roundTowardNegativeInfinity
CMTimeRoundingMethod.roundTowardPositiveInfinity
CMTimeRoundingMethod.roundTowardZero
CMTimeScale
CMTimeShow(_:)
CMTimeSubtract(_:_:)
CMTimeValue
CMTimebase	not yet: time bases
CMVideoDimensions
CMVideoDimensions.height
CMVideoDimensions.init()
CMVideoDimensions.init(width:height:)
CMVideoDimensions.width
CMVideoFormatDescription
CMVideoFormatDescriptionCreateForImageBuffer(allocator:imageBuffer:formatDescriptionOut:)
CMVideoFormatDescriptionGetDimensions(_:)
CTFont
CTFontCopyFamilyName(_:)
CTFontCopyFontDescriptor(_:)
CTFontCopyFullName(_:)
CTFontCopyGraphicsFont(_:_:)
CTFontCopyPostScriptName(_:)
CTFontCopyTraits(_:)
CTFontCreateCopyWithAttributes(_:_:_:_:)
CTFontCreateCopyWithSymbolicTraits(_:_:_:_:_:)
CTFontCreatePathForGlyph(_:_:_:)
CTFontCreateWithFontDescriptor(_:_:_:)
CTFontCreateWithGraphicsFont(_:_:_:_:)
CTFontCreateWithName(_:_:_:)
CTFontDescriptor
CTFontDescriptorCopyAttribute(_:_:)
CTFontDescriptorCopyAttributes(_:)
CTFontDescriptorCreateCopyWithAttributes(_:_:)
CTFontDescriptorCreateWithAttributes(_:)
CTFontDescriptorCreateWithNameAndSize(_:_:)
CTFontDrawGlyphs(_:_:_:_:_:)
CTFontGetAdvancesForGlyphs(_:_:_:_:_:)
CTFontGetAscent(_:)
CTFontGetBoundingBox(_:)
CTFontGetCapHeight(_:)
CTFontGetDescent(_:)
CTFontGetGlyphCount(_:)
CTFontGetGlyphsForCharacters(_:_:_:_:)
CTFontGetLeading(_:)
CTFontGetMatrix(_:)
CTFontGetSize(_:)
CTFontGetSlantAngle(_:)
CTFontGetSymbolicTraits(_:)
CTFontGetUnderlinePosition(_:)
CTFontGetUnderlineThickness(_:)
CTFontGetUnitsPerEm(_:)
CTFontGetXHeight(_:)
CTFontManagerCopyAvailableFontFamilyNames()
CTFontManagerCopyAvailablePostScriptNames()
CTFontManagerError
CTFontManagerError.alreadyRegistered
CTFontManagerError.fileNotFound
CTFontManagerError.insufficientPermissions
CTFontManagerError.notRegistered
CTFontManagerError.unrecognizedFormat
CTFontManagerError.unsupportedScope
CTFontManagerRegisterFontsForURL(_:_:_:)
CTFontManagerScope
CTFontManagerScope.none
CTFontManagerScope.persistent
CTFontManagerScope.process
CTFontManagerScope.session
CTFontManagerScope.user	not yet: the rest of the drawing frameworks
CTFontManagerUnregisterFontsForURL(_:_:_:)
CTFontOptions.preventAutoActivation	not yet: the rest of the drawing frameworks
CTFontOrientation
CTFontOrientation.default
CTFontOrientation.horizontal
CTFontSymbolicTraits
CTFontSymbolicTraits.traitBold
CTFontSymbolicTraits.traitColorGlyphs
CTFontSymbolicTraits.traitCondensed
CTFontSymbolicTraits.traitExpanded
CTFontSymbolicTraits.traitItalic
CTFontSymbolicTraits.traitMonoSpace
CTFontUIFontType.user	not yet: the rest of the drawing frameworks
CTFrame
CTFrameDraw(_:_:)
CTFrameGetFrameAttributes(_:)
CTFrameGetLineOrigins(_:_:_:)
CTFrameGetLines(_:)
CTFrameGetPath(_:)
CTFrameGetStringRange(_:)
CTFrameGetVisibleStringRange(_:)
CTFramePathFillRule
CTFramePathFillRule.evenOdd
CTFramePathFillRule.windingNumber
CTFramesetter
CTFramesetterCreateFrame(_:_:_:_:)
CTFramesetterCreateWithAttributedString(_:)
CTFramesetterCreateWithTypesetter(_:)
CTFramesetterGetTypesetter(_:)
CTFramesetterSuggestFrameSizeWithConstraints(_:_:_:_:_:)
CTLine
CTLineBreakMode
CTLineBreakMode.byCharWrapping
CTLineBreakMode.byClipping
CTLineBreakMode.byTruncatingHead
CTLineBreakMode.byTruncatingMiddle
CTLineBreakMode.byTruncatingTail
CTLineBreakMode.byWordWrapping
CTLineCreateWithAttributedString(_:)
CTLineDraw(_:_:)
CTLineGetGlyphCount(_:)
CTLineGetGlyphRuns(_:)
CTLineGetImageBounds(_:_:)
CTLineGetOffsetForStringIndex(_:_:_:)
CTLineGetPenOffsetForFlush(_:_:_:)
CTLineGetStringIndexForPosition(_:_:)
CTLineGetStringRange(_:)
CTLineGetTrailingWhitespaceWidth(_:)
CTLineGetTypographicBounds(_:_:_:_:)
CTParagraphStyle
CTParagraphStyleCreate(_:_:)
CTParagraphStyleGetValueForSpecifier(_:_:_:_:)
CTParagraphStyleSetting
CTParagraphStyleSetting.init(spec:valueSize:value:)
CTParagraphStyleSetting.spec
CTParagraphStyleSetting.value
CTParagraphStyleSetting.valueSize
CTParagraphStyleSpecifier
CTParagraphStyleSpecifier.alignment
CTParagraphStyleSpecifier.baseWritingDirection
CTParagraphStyleSpecifier.defaultTabInterval
CTParagraphStyleSpecifier.firstLineHeadIndent
CTParagraphStyleSpecifier.headIndent
CTParagraphStyleSpecifier.lineBreakMode
CTParagraphStyleSpecifier.lineHeightMultiple
CTParagraphStyleSpecifier.lineSpacingAdjustment
CTParagraphStyleSpecifier.maximumLineHeight
CTParagraphStyleSpecifier.minimumLineHeight
CTParagraphStyleSpecifier.paragraphSpacing
CTParagraphStyleSpecifier.paragraphSpacingBefore
CTParagraphStyleSpecifier.tabStops
CTParagraphStyleSpecifier.tailIndent
CTRubyPosition.after	not yet: the rest of the drawing frameworks
CTRun
CTRunDraw(_:_:_:)
CTRunGetAdvances(_:_:_:)
CTRunGetAdvancesPtr(_:)
CTRunGetAttributes(_:)
CTRunGetGlyphCount(_:)
CTRunGetGlyphs(_:_:_:)
CTRunGetGlyphsPtr(_:)
CTRunGetImageBounds(_:_:_:)
CTRunGetPositions(_:_:_:)
CTRunGetPositionsPtr(_:)
CTRunGetStatus(_:)
CTRunGetStringIndices(_:_:_:)
CTRunGetStringIndicesPtr(_:)
CTRunGetStringRange(_:)
CTRunGetTextMatrix(_:)
CTRunGetTypographicBounds(_:_:_:_:_:)
CTRunStatus
CTRunStatus.hasNonIdentityMatrix
CTRunStatus.nonMonotonic
CTRunStatus.rightToLeft
CTTextAlignment
CTTextAlignment.center
CTTextAlignment.justified
CTTextAlignment.left
CTTextAlignment.natural
CTTextAlignment.right
CTTextTab
CTTextTabCreate(_:_:_:)
CTTextTabGetAlignment(_:)
CTTextTabGetLocation(_:)
CTTextTabGetOptions(_:)
CTTypesetter
CTTypesetterCreateLine(_:_:)
CTTypesetterCreateLineWithOffset(_:_:_:)
CTTypesetterCreateWithAttributedString(_:)
CTTypesetterCreateWithAttributedStringAndOptions(_:_:)
CTTypesetterSuggestClusterBreak(_:_:_:)
CTTypesetterSuggestClusterBreakWithOffset(_:_:_:_:)
CTTypesetterSuggestLineBreak(_:_:_:)
CTTypesetterSuggestLineBreakWithOffset(_:_:_:_:)
CTUnderlineStyle
CTUnderlineStyle.double
CTUnderlineStyle.single
CTUnderlineStyle.thick
CTUnderlineStyleModifiers
CTUnderlineStyleModifiers.patternDash
CTUnderlineStyleModifiers.patternDashDot
CTUnderlineStyleModifiers.patternDashDotDot
CTUnderlineStyleModifiers.patternDot
CTUnderlineStyleModifiers.patternSolid
CTWritingDirection
CTWritingDirection.leftToRight
CTWritingDirection.natural
CTWritingDirection.rightToLeft
CVAttachmentMode
CVAttachmentMode.shouldNotPropagate
CVAttachmentMode.shouldPropagate
CVBuffer
CVBufferCopyAttachment(_:_:_:)
CVBufferCopyAttachments(_:_:)
CVBufferHasAttachment(_:_:)
CVBufferPropagateAttachments(_:_:)
CVBufferRemoveAllAttachments(_:)
CVBufferRemoveAttachment(_:_:)
CVBufferSetAttachment(_:_:_:_:)
CVBufferSetAttachments(_:_:_:)
CVDisplayLink
CVDisplayLinkCreateWithActiveCGDisplays
CVDisplayLinkIsRunning
CVDisplayLinkStart
CVDisplayLinkStop
CVImageBuffer
CVImageBufferGetDisplaySize(_:)
CVImageBufferGetEncodedSize(_:)
CVOpenGLBuffer	never: OpenGL of the Mac
CVOpenGLTexture	never: OpenGL of the Mac
CVOptionFlags
CVPixelBuffer
CVPixelBufferCreate(_:_:_:_:_:_:)
CVPixelBufferCreateWithBytes(_:_:_:_:_:_:_:_:_:_:)
CVPixelBufferGetBaseAddress(_:)
CVPixelBufferGetBaseAddressOfPlane(_:_:)
CVPixelBufferGetBytesPerRow(_:)
CVPixelBufferGetBytesPerRowOfPlane(_:_:)
CVPixelBufferGetDataSize(_:)
CVPixelBufferGetHeight(_:)
CVPixelBufferGetHeightOfPlane(_:_:)
CVPixelBufferGetPixelFormatType(_:)
CVPixelBufferGetPlaneCount(_:)
CVPixelBufferGetWidth(_:)
CVPixelBufferGetWidthOfPlane(_:_:)
CVPixelBufferIsPlanar(_:)
CVPixelBufferLockBaseAddress(_:_:)
CVPixelBufferLockFlags
CVPixelBufferLockFlags.readOnly
CVPixelBufferPool
CVPixelBufferPoolCreate(_:_:_:_:)
CVPixelBufferPoolCreatePixelBuffer(_:_:_:)
CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(_:_:_:_:)
CVPixelBufferPoolFlush(_:_:)
CVPixelBufferPoolFlushFlags
CVPixelBufferPoolFlushFlags.excessBuffers
CVPixelBufferPoolGetAttributes(_:)
CVPixelBufferPoolGetPixelBufferAttributes(_:)
CVPixelBufferReleaseBytesCallback
CVPixelBufferUnlockBaseAddress(_:_:)
CVReturn
CVTime
CVTime.flags
CVTime.init(timeValue:timeScale:flags:)
CVTime.timeScale
CVTime.timeValue
CVTimeStamp
CVTimeStamp.flags
CVTimeStamp.hostTime
CVTimeStamp.init()
CVTimeStamp.rateScalar
CVTimeStamp.version
CVTimeStamp.videoRefreshPeriod
CVTimeStamp.videoTime
CVTimeStamp.videoTimeScale
IMP	never: there is no Objective-C runtime here; use the hooks of the class
IndexPath.init(item:section:)
IndexPath.init(row:section:)
IndexPath.item
IndexPath.row
IndexPath.section
MKDirections.Request.destination	not yet: nibs and storyboards
MKOverlayRenderer.point	not yet: the rest of accessibility
NSAffineTransform	not yet: transforms of AppKit
NSAnimatablePropertyContainer
NSAnimatablePropertyContainer.animation(forKey:)
NSAnimatablePropertyContainer.animations
NSAnimatablePropertyContainer.animator()
NSAnimationContext
NSAnimationContext.allowsImplicitAnimation
NSAnimationContext.beginGrouping()
NSAnimationContext.completionHandler
NSAnimationContext.current
NSAnimationContext.duration
NSAnimationContext.endGrouping()
NSAnimationContext.runAnimationGroup(_:completionHandler:)
NSAnimationContext.timingFunction
NSApp
NSApplication
NSApplication.isActive
NSApplication.keyWindow
NSApplication.sendAction(_:to:from:)
NSApplication.sendEvent(_:)
NSApplication.shared
NSApplication.window(withWindowNumber:)
NSApplication.windows
NSAttributedString.DocumentAttributeKey.characterEncoding	not yet: the rest of attributed strings
NSAttributedString.DocumentAttributeKey.documentType	not yet: the rest of attributed strings
NSAttributedString.DocumentReadingOptionKey	not yet: the rest of attributed strings
NSAttributedString.DocumentReadingOptionKey.characterEncoding	not yet: the rest of attributed strings
NSAttributedString.DocumentReadingOptionKey.documentType	not yet: the rest of attributed strings
NSAttributedString.DocumentType	not yet: the rest of attributed strings
NSAttributedString.DocumentType.html	not yet: the rest of attributed strings
NSAttributedString.Key.attachment	not yet: drag and drop
NSAttributedString.Key.backgroundColor
NSAttributedString.Key.baselineOffset
NSAttributedString.Key.font
NSAttributedString.Key.foregroundColor
NSAttributedString.Key.kern
NSAttributedString.Key.link	not yet: the rest of attributed strings
NSAttributedString.Key.paragraphStyle
NSAttributedString.Key.shadow
NSAttributedString.Key.strikethroughColor
NSAttributedString.Key.strikethroughStyle
NSAttributedString.Key.underlineColor
NSAttributedString.Key.underlineStyle
NSAttributedString.boundingRect(with:options:context:)
NSAttributedString.draw(at:)
NSAttributedString.draw(in:)
NSAttributedString.draw(with:options:context:)
NSAttributedString.size()
NSBezierPath
NSBezierPath.LineCapStyle
NSBezierPath.LineCapStyle.butt
NSBezierPath.LineCapStyle.round
NSBezierPath.LineCapStyle.square
NSBezierPath.LineJoinStyle
NSBezierPath.LineJoinStyle.bevel
NSBezierPath.LineJoinStyle.miter
NSBezierPath.LineJoinStyle.round
NSBezierPath.WindingRule
NSBezierPath.WindingRule.evenOdd
NSBezierPath.WindingRule.nonZero
NSBezierPath.addClip()
NSBezierPath.append(_:)
NSBezierPath.appendArc(withCenter:radius:startAngle:endAngle:clockwise:)
NSBezierPath.appendOval(in:)
NSBezierPath.appendRect(_:)
NSBezierPath.appendRoundedRect(_:xRadius:yRadius:)
NSBezierPath.bounds
NSBezierPath.cgPath
NSBezierPath.clip(_:)
NSBezierPath.close()
NSBezierPath.contains(_:)
NSBezierPath.controlPointBounds
NSBezierPath.copy(with:)
NSBezierPath.currentPoint
NSBezierPath.curve(to:controlPoint1:controlPoint2:)
NSBezierPath.fill()
NSBezierPath.fill(_:)
NSBezierPath.init(cgPath:)
NSBezierPath.init(ovalIn:)
NSBezierPath.init(rect:)
NSBezierPath.init(roundedRect:xRadius:yRadius:)
NSBezierPath.isEmpty
NSBezierPath.line(to:)
NSBezierPath.lineCapStyle
NSBezierPath.lineJoinStyle
NSBezierPath.lineWidth
NSBezierPath.miterLimit
NSBezierPath.move(to:)
NSBezierPath.removeAllPoints()
NSBezierPath.setLineDash(_:count:phase:)
NSBezierPath.stroke()
NSBezierPath.stroke(_:)
NSBezierPath.strokeLine(from:to:)
NSBezierPath.transform(using:)
NSBezierPath.windingRule
NSBitmapImageRep	not yet: representations of images
NSButton
NSButton.ButtonType
NSButton.ButtonType.momentaryLight
NSButton.ButtonType.momentaryPushIn
NSButton.ButtonType.pushOnPushOff
NSButton.ButtonType.switch
NSButton.ButtonType.toggle
NSButton.StateValue
NSButton.StateValue.mixed
NSButton.StateValue.off
NSButton.StateValue.on
NSButton.image
NSButton.init(coder:)
NSButton.init(title:target:action:)
NSButton.isBordered
NSButton.isHighlighted
NSButton.isTransparent
NSButton.performClick(_:)
NSButton.setButtonType(_:)
NSButton.state
NSButton.title
NSCIImageRep	not yet: representations of images
NSClassFromString	never: classes are not found by their names here
NSClickGestureRecognizer
NSClickGestureRecognizer.buttonMask
NSClickGestureRecognizer.numberOfClicksRequired
NSCoder.cgAffineTransform(for:)
NSCoder.cgPoint(for:)
NSCoder.cgRect(for:)
NSCoder.cgSize(for:)
NSCoder.cgVector(for:)
NSCoder.string(for:)
NSCoder.uiEdgeInsets(for:)
NSCoder.uiOffset(for:)
NSCollectionLayoutBoundarySupplementaryItem
NSCollectionLayoutBoundarySupplementaryItem.init(layoutSize:elementKind:alignment:)
NSCollectionLayoutDimension.absolute(_:)
NSCollectionLayoutDimension.estimated(_:)
NSCollectionLayoutDimension.fractionalHeight(_:)
NSCollectionLayoutDimension.fractionalWidth(_:)
NSCollectionLayoutEdgeSpacing
NSCollectionLayoutEdgeSpacing.init(leading:top:trailing:bottom:)
NSCollectionLayoutEnvironment
NSCollectionLayoutGroup
NSCollectionLayoutGroup.horizontal(layoutSize:subitem:count:)
NSCollectionLayoutGroup.horizontal(layoutSize:subitems:)
NSCollectionLayoutGroup.vertical(layoutSize:subitems:)
NSCollectionLayoutItem
NSCollectionLayoutItem.contentInsets
NSCollectionLayoutItem.edgeSpacing
NSCollectionLayoutItem.init(layoutSize:)
NSCollectionLayoutSection
NSCollectionLayoutSection.boundarySupplementaryItems
NSCollectionLayoutSection.contentInsets
NSCollectionLayoutSection.contentInsetsReference
NSCollectionLayoutSection.init(group:)
NSCollectionLayoutSection.interGroupSpacing
NSCollectionLayoutSection.list(using:layoutEnvironment:)
NSCollectionLayoutSection.orthogonalScrollingBehavior
NSCollectionLayoutSize
NSCollectionLayoutSize.heightDimension
NSCollectionLayoutSize.init(widthDimension:heightDimension:)
NSCollectionLayoutSize.widthDimension
NSCollectionLayoutSpacing.fixed(_:)
NSCollectionLayoutSpacing.flexible(_:)
NSCollectionLayoutSupplementaryItem.zIndex
NSColor
NSColor.alphaComponent
NSColor.black
NSColor.blended(withFraction:of:)
NSColor.blue
NSColor.blueComponent
NSColor.brown
NSColor.cgColor
NSColor.clear
NSColor.controlAccentColor
NSColor.controlColor
NSColor.controlTextColor
NSColor.copy(with:)
NSColor.cyan
NSColor.darkGray
NSColor.gray
NSColor.green
NSColor.greenComponent
NSColor.init(calibratedRed:green:blue:alpha:)
NSColor.init(calibratedWhite:alpha:)
NSColor.init(cgColor:)
NSColor.init(deviceRed:green:blue:alpha:)
NSColor.init(deviceWhite:alpha:)
NSColor.init(hue:saturation:brightness:alpha:)
NSColor.init(red:green:blue:alpha:)
NSColor.init(srgbRed:green:blue:alpha:)
NSColor.init(white:alpha:)
NSColor.lightGray
NSColor.magenta
NSColor.orange
NSColor.purple
NSColor.red
NSColor.redComponent
NSColor.set()
NSColor.setFill()
NSColor.setStroke()
NSColor.white
NSColor.whiteComponent
NSColor.windowBackgroundColor
NSColor.withAlphaComponent(_:)
NSColor.yellow
NSControl
NSControl.action
NSControl.doubleValue
NSControl.floatValue
NSControl.init(coder:)
NSControl.integerValue
NSControl.isContinuous
NSControl.isEnabled
NSControl.sendAction(_:to:)
NSControl.stringValue
NSControl.target
NSDataAsset
NSDataAsset.data
NSDataAsset.init(name:)
NSDataAsset.init(name:bundle:)
NSDataAsset.name
NSDataAsset.typeIdentifier
NSDataAssetName
NSDiffableDataSourceSectionSnapshot
NSDiffableDataSourceSectionSnapshot.append(_:to:)
NSDiffableDataSourceSectionSnapshot.init()
NSDiffableDataSourceSectionSnapshotReference.appendItems(_:toSection:)	not yet: diffable sources and compositional layout
NSDiffableDataSourceSectionSnapshotReference.deleteItems(_:)	not yet: diffable sources and compositional layout
NSDiffableDataSourceSectionTransaction.finalSnapshot	not yet: diffable sources and compositional layout
NSDiffableDataSourceSnapshot
NSDiffableDataSourceSnapshot.appendItems(_:toSection:)
NSDiffableDataSourceSnapshot.appendSections(_:)
NSDiffableDataSourceSnapshot.deleteAllItems()
NSDiffableDataSourceSnapshot.deleteItems(_:)
NSDiffableDataSourceSnapshot.indexOfItem(_:)
NSDiffableDataSourceSnapshot.indexOfSection(_:)
NSDiffableDataSourceSnapshot.init()
NSDiffableDataSourceSnapshot.insertItems(_:afterItem:)
NSDiffableDataSourceSnapshot.insertSections(_:afterSection:)
NSDiffableDataSourceSnapshot.insertSections(_:beforeSection:)
NSDiffableDataSourceSnapshot.itemIdentifiers
NSDiffableDataSourceSnapshot.reconfigureItems
NSDiffableDataSourceSnapshot.reloadItems(_:)
NSDiffableDataSourceSnapshot.sectionIdentifier(containingItem:)
NSDiffableDataSourceSnapshot.sectionIdentifiers
NSDiffableDataSourceSnapshotReference	not yet: diffable sources and compositional layout
NSDiffableDataSourceSnapshotReference.deleteAllItems()	not yet: diffable sources and compositional layout
NSDiffableDataSourceSnapshotReference.itemIdentifiers	not yet: diffable sources and compositional layout
NSDiffableDataSourceSnapshotReference.sectionIdentifiers	not yet: diffable sources and compositional layout
NSDiffableDataSourceTransaction.finalSnapshot	not yet: diffable sources and compositional layout
NSDirectionalEdgeInsets
NSDirectionalEdgeInsets.bottom
NSDirectionalEdgeInsets.init()
NSDirectionalEdgeInsets.init(top:leading:bottom:trailing:)
NSDirectionalEdgeInsets.leading
NSDirectionalEdgeInsets.top
NSDirectionalEdgeInsets.trailing
NSDirectionalEdgeInsets.zero
NSDirectionalRectEdge
NSDirectionalRectEdge.all
NSDirectionalRectEdge.bottom
NSDirectionalRectEdge.leading
NSDirectionalRectEdge.top
NSDirectionalRectEdge.trailing
NSEvent
NSEvent.EventType
NSEvent.EventType.flagsChanged
NSEvent.EventType.keyDown
NSEvent.EventType.keyUp
NSEvent.EventType.leftMouseDown
NSEvent.EventType.leftMouseDragged
NSEvent.EventType.leftMouseUp
NSEvent.EventType.magnify
NSEvent.EventType.mouseEntered
NSEvent.EventType.mouseExited
NSEvent.EventType.mouseMoved
NSEvent.EventType.otherMouseDown
NSEvent.EventType.otherMouseDragged
NSEvent.EventType.otherMouseUp
NSEvent.EventType.rightMouseDown
NSEvent.EventType.rightMouseDragged
NSEvent.EventType.rightMouseUp
NSEvent.EventType.rotate
NSEvent.EventType.scrollWheel
NSEvent.EventType.smartMagnify
NSEvent.ModifierFlags
NSEvent.ModifierFlags.capsLock
NSEvent.ModifierFlags.command
NSEvent.ModifierFlags.control
NSEvent.ModifierFlags.option
NSEvent.ModifierFlags.shift
NSEvent.Phase
NSEvent.buttonNumber
NSEvent.characters
NSEvent.charactersIgnoringModifiers
NSEvent.clickCount
NSEvent.doubleClickInterval
NSEvent.isARepeat
NSEvent.keyCode
NSEvent.keyEvent(with:location:modifierFlags:timestamp:windowNumber:context:characters:charactersIgnoringModifiers:isARepeat:keyCode:)
NSEvent.locationInWindow
NSEvent.magnification
NSEvent.modifierFlags
NSEvent.mouseEvent(with:location:modifierFlags:timestamp:windowNumber:context:eventNumber:clickCount:pressure:)
NSEvent.mouseLocation
NSEvent.phase
NSEvent.rotation
NSEvent.scrollingDeltaX
NSEvent.scrollingDeltaY
NSEvent.timestamp
NSEvent.trackingArea
NSEvent.type
NSEvent.window
NSEvent.windowNumber
NSExpression	never: expressions by format need Objective-C
NSFileVersion.persistentIdentifier	not yet: life cycle of apps and scenes
NSGestureRecognizer.State.began
NSGestureRecognizer.State.changed
NSGestureRecognizer.State.recognized
NSGestureRecognizer.action
NSGestureRecognizer.canBePrevented(by:)
NSGestureRecognizer.canPrevent(_:)
NSGestureRecognizer.delaysMagnificationEvents
NSGestureRecognizer.delaysOtherMouseButtonEvents
NSGestureRecognizer.delaysPrimaryMouseButtonEvents
NSGestureRecognizer.delaysRotationEvents
NSGestureRecognizer.delaysSecondaryMouseButtonEvents
NSGestureRecognizer.delegate
NSGestureRecognizer.init(target:action:)
NSGestureRecognizer.isEnabled
NSGestureRecognizer.location(in:)
NSGestureRecognizer.magnify(with:)
NSGestureRecognizer.mouseDown(with:)
NSGestureRecognizer.mouseDragged(with:)
NSGestureRecognizer.mouseUp(with:)
NSGestureRecognizer.reset()
NSGestureRecognizer.rotate(with:)
NSGestureRecognizer.shouldRequireFailure(of:)
NSGestureRecognizer.state
NSGestureRecognizer.target
NSGestureRecognizer.view
NSGestureRecognizerDelegate.gestureRecognizer(_:shouldAttemptToRecognizeWith:)
NSGestureRecognizerDelegate.gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:)
NSGestureRecognizerDelegate.gestureRecognizer(_:shouldRequireFailureOf:)
NSGestureRecognizerDelegate.gestureRecognizerShouldBegin(_:)
NSGraphicsContext
NSGraphicsContext.cgContext
NSGraphicsContext.current
NSGraphicsContext.init(cgContext:flipped:)
NSGraphicsContext.isFlipped
NSGraphicsContext.restoreGraphicsState()
NSGraphicsContext.saveGraphicsState()
NSGraphicsContext.shouldAntialias
NSImage
NSImage.cgImage(forProposedRect:context:hints:)
NSImage.draw(at:from:operation:fraction:)
NSImage.draw(in:)
NSImage.init(cgImage:size:)
NSImage.init(contentsOf:)
NSImage.init(contentsOfFile:)
NSImage.init(data:)
NSImage.init(size:)
NSImage.init(size:flipped:drawingHandler:)
NSImage.isValid
NSImage.layerContents(forContentsScale:)
NSImage.lockFocus()
NSImage.recommendedLayerContentsScale(_:)
NSImage.size
NSImage.unlockFocus()
NSImageScaling
NSImageScaling.scaleAxesIndependently
NSImageScaling.scaleNone
NSImageScaling.scaleProportionallyDown
NSImageScaling.scaleProportionallyUpOrDown
NSImageView
NSImageView.image
NSImageView.imageScaling
NSImageView.init(coder:)
NSImageView.init(image:)
NSItemProvider.PreferredPresentationStyle.attachment	not yet: drag and drop
NSLayoutAnchor
NSLayoutAnchor.constraint(equalTo:)
NSLayoutAnchor.constraint(equalTo:constant:)
NSLayoutAnchor.constraint(greaterThanOrEqualTo:)
NSLayoutAnchor.constraint(greaterThanOrEqualTo:constant:)
NSLayoutAnchor.constraint(lessThanOrEqualTo:)
NSLayoutAnchor.constraint(lessThanOrEqualTo:constant:)
NSLayoutAxis
NSLayoutAxis.horizontal
NSLayoutAxis.vertical
NSLayoutConstraint
NSLayoutConstraint.Attribute
NSLayoutConstraint.Attribute.bottomMargin
NSLayoutConstraint.Attribute.centerX
NSLayoutConstraint.Attribute.centerY
NSLayoutConstraint.Attribute.height
NSLayoutConstraint.Attribute.leadingMargin
NSLayoutConstraint.Attribute.notAnAttribute
NSLayoutConstraint.Attribute.trailingMargin
NSLayoutConstraint.Attribute.width
NSLayoutConstraint.Axis
NSLayoutConstraint.Axis.vertical	not yet: Auto Layout
NSLayoutConstraint.FormatOptions.alignAllCenterY
NSLayoutConstraint.FormatOptions.alignAllLastBaseline
NSLayoutConstraint.FormatOptions.alignAllLeading
NSLayoutConstraint.FormatOptions.alignAllLeft
NSLayoutConstraint.Relation
NSLayoutConstraint.Relation.equal
NSLayoutConstraint.Relation.greaterThanOrEqual
NSLayoutConstraint.Relation.lessThanOrEqual
NSLayoutConstraint.activate(_:)
NSLayoutConstraint.constant
NSLayoutConstraint.constraints(withVisualFormat:options:metrics:views:)
NSLayoutConstraint.deactivate(_:)
NSLayoutConstraint.firstAttribute
NSLayoutConstraint.firstItem
NSLayoutConstraint.identifier
NSLayoutConstraint.init(item:attribute:relatedBy:toItem:attribute:multiplier:constant:)
NSLayoutConstraint.isActive
NSLayoutConstraint.multiplier
NSLayoutConstraint.priority
NSLayoutConstraint.relation
NSLayoutConstraint.secondAttribute
NSLayoutConstraint.secondItem
NSLayoutConstraint.shouldBeArchived
NSLayoutDimension
NSLayoutDimension.constraint(equalTo:multiplier:)
NSLayoutDimension.constraint(equalToConstant:)
NSLayoutDimension.constraint(greaterThanOrEqualTo:multiplier:)
NSLayoutDimension.constraint(greaterThanOrEqualToConstant:)
NSLayoutDimension.constraint(lessThanOrEqualTo:multiplier:)
NSLayoutDimension.constraint(lessThanOrEqualToConstant:)
NSLayoutManager	not yet: TextKit
NSLayoutManager.ControlCharacterAction.lineBreak	not yet: TextKit
NSLayoutManager.addTextContainer(_:)	not yet: TextKit
NSLayoutManager.attachmentSize(forGlyphAt:)	not yet: TextKit
NSLayoutManager.boundingRect(forGlyphRange:in:)	not yet: TextKit
NSLayoutManager.characterIndex(for:in:fractionOfDistanceBetweenInsertionPoints:)	not yet: TextKit
NSLayoutManager.characterIndexForGlyph(at:)	not yet: TextKit
NSLayoutManager.characterRange(forGlyphRange:actualGlyphRange:)	not yet: TextKit
NSLayoutManager.delegate	not yet: TextKit
NSLayoutManager.drawBackground(forGlyphRange:at:)	not yet: TextKit
NSLayoutManager.drawGlyphs(forGlyphRange:at:)	not yet: TextKit
NSLayoutManager.ensureLayout(for:)	not yet: TextKit
NSLayoutManager.glyphIndex(for:in:)	not yet: TextKit
NSLayoutManager.glyphIndexForCharacter(at:)	not yet: TextKit
NSLayoutManager.glyphRange(for:)	not yet: TextKit
NSLayoutManager.glyphRange(forCharacterRange:actualCharacterRange:)	not yet: TextKit
NSLayoutManager.lineFragmentRect(forGlyphAt:effectiveRange:)	not yet: TextKit
NSLayoutManager.lineFragmentUsedRect(forGlyphAt:effectiveRange:)	not yet: TextKit
NSLayoutManager.location(forGlyphAt:)	not yet: TextKit
NSLayoutManager.textContainer	not yet: TextKit
NSLayoutManager.textContainers	not yet: TextKit
NSLayoutManager.textStorage	not yet: TextKit
NSLayoutManager.usedRect(for:)	not yet: TextKit
NSLayoutManager.usesFontLeading	not yet: TextKit
NSLayoutManagerDelegate	not yet: TextKit
NSLayoutManagerDelegate.layoutManager	not yet: TextKit
NSLayoutManagerDelegate.layoutManager(_:didCompleteLayoutFor:atEnd:)	not yet: TextKit
NSLayoutXAxisAnchor
NSLayoutXAxisAnchor.anchorWithOffset(to:)
NSLayoutYAxisAnchor
NSLayoutYAxisAnchor.anchorWithOffset(to:)
NSLineBreakMode
NSLineBreakMode.byCharWrapping
NSLineBreakMode.byClipping
NSLineBreakMode.byTruncatingHead
NSLineBreakMode.byTruncatingMiddle
NSLineBreakMode.byTruncatingTail
NSLineBreakMode.byWordWrapping
NSLinguisticTag.number	not yet: the rest of UIKit
NSMagnificationGestureRecognizer
NSMagnificationGestureRecognizer.magnification
NSMutableParagraphStyle
NSMutableParagraphStyle.addTabStop(_:)
NSMutableParagraphStyle.init(coder:)
NSMutableParagraphStyle.removeTabStop(_:)
NSMutableParagraphStyle.setParagraphStyle(_:)
NSObjectProtocol.responds	never: needs the Objective-C runtime
NSPanGestureRecognizer
NSPanGestureRecognizer.buttonMask
NSPanGestureRecognizer.setTranslation(_:in:)
NSPanGestureRecognizer.translation(in:)
NSPanGestureRecognizer.velocity(in:)
NSParagraphStyle
NSParagraphStyle.alignment
NSParagraphStyle.baseWritingDirection
NSParagraphStyle.default
NSParagraphStyle.defaultTabInterval
NSParagraphStyle.firstLineHeadIndent
NSParagraphStyle.headIndent
NSParagraphStyle.init(coder:)
NSParagraphStyle.lineBreakMode
NSParagraphStyle.lineHeightMultiple
NSParagraphStyle.lineSpacing
NSParagraphStyle.maximumLineHeight
NSParagraphStyle.minimumLineHeight
NSParagraphStyle.paragraphSpacing
NSParagraphStyle.paragraphSpacingBefore
NSParagraphStyle.tabStops
NSParagraphStyle.tailIndent
NSPredicate.init(format:)	never: predicates by format need Objective-C
NSPredicate.init(format:_:)	never: predicates by format need Objective-C
NSPressGestureRecognizer
NSPressGestureRecognizer.allowableMovement
NSPressGestureRecognizer.buttonMask
NSPressGestureRecognizer.minimumPressDuration
NSProxy	never: there is no Objective-C runtime here; use the hooks of the class
NSRect.clip()
NSRect.fill()
NSRect.frame(withWidth:)
NSRectFill(_:)
NSResponder
NSResponder.acceptsFirstResponder
NSResponder.becomeFirstResponder()
NSResponder.flagsChanged(with:)
NSResponder.init(coder:)
NSResponder.keyDown(with:)
NSResponder.keyUp(with:)
NSResponder.magnify(with:)
NSResponder.mouseDown(with:)
NSResponder.mouseDragged(with:)
NSResponder.mouseEntered(with:)
NSResponder.mouseExited(with:)
NSResponder.mouseMoved(with:)
NSResponder.mouseUp(with:)
NSResponder.nextResponder
NSResponder.otherMouseDown(with:)
NSResponder.otherMouseDragged(with:)
NSResponder.otherMouseUp(with:)
NSResponder.resignFirstResponder()
NSResponder.rightMouseDown(with:)
NSResponder.rightMouseDragged(with:)
NSResponder.rightMouseUp(with:)
NSResponder.rotate(with:)
NSResponder.scrollWheel(with:)
NSResponder.smartMagnify(with:)
NSRotationGestureRecognizer
NSRotationGestureRecognizer.rotation
NSRotationGestureRecognizer.rotationInDegrees
NSScreen
NSScreen.backingScaleFactor
NSScreen.frame
NSScreen.main
NSScreen.maximumExtendedDynamicRangeColorComponentValue	not yet: extended range
NSScreen.screens
NSScreen.visibleFrame
NSSegmentedControl
NSSegmentedControl.init(coder:)
NSSegmentedControl.init(labels:target:action:)
NSSegmentedControl.label(forSegment:)
NSSegmentedControl.segmentCount
NSSegmentedControl.selectedSegment
NSSegmentedControl.setEnabled(_:forSegment:)
NSSegmentedControl.setLabel(_:forSegment:)
NSShadow
NSShadow.init(coder:)
NSShadow.shadowBlurRadius
NSShadow.shadowColor
NSShadow.shadowOffset
NSSlider
NSSlider.init(coder:)
NSSlider.init(target:action:)
NSSlider.maxValue
NSSlider.minValue
NSString.boundingRect(with:options:attributes:context:)
NSString.draw(at:withAttributes:)
NSString.draw(in:withAttributes:)
NSString.draw(with:options:attributes:context:)
NSString.size(withAttributes:)
NSStringDrawingContext
NSStringDrawingContext.actualScaleFactor
NSStringDrawingContext.minimumScaleFactor
NSStringDrawingContext.totalBounds
NSStringDrawingOptions
NSStringDrawingOptions.truncatesLastVisibleLine
NSStringDrawingOptions.usesDeviceMetrics
NSStringDrawingOptions.usesFontLeading
NSStringDrawingOptions.usesLineFragmentOrigin
NSTextAlignment
NSTextAlignment.center
NSTextAlignment.justified
NSTextAlignment.left
NSTextAlignment.natural
NSTextAlignment.right
NSTextAttachment	not yet: TextKit
NSTextAttachment.bounds	not yet: TextKit
NSTextAttachment.character	not yet: the rest of text input
NSTextAttachment.image	not yet: TextKit
NSTextAttachmentContainer.attachmentBounds(for:proposedLineFragment:glyphPosition:characterIndex:)	not yet: TextKit
NSTextContainer
NSTextContainer.init(size:)
NSTextContainer.lineBreakMode
NSTextContainer.lineFragmentPadding
NSTextContainer.maximumNumberOfLines
NSTextContainer.size
NSTextScalingType.iOS	not yet: the rest of UIKit
NSTextStorage	not yet: TextKit
NSTextStorage.addLayoutManager(_:)	not yet: TextKit
NSTextStorage.init(attributedString:)	not yet: TextKit
NSTextTab
NSTextTab.OptionKey
NSTextTab.OptionKey.columnTerminators
NSTextTab.alignment
NSTextTab.init(textAlignment:location:options:)
NSTextTab.location
NSTrackingArea
NSTrackingArea.Options
NSTrackingArea.Options.activeAlways
NSTrackingArea.Options.activeInActiveApp
NSTrackingArea.Options.activeInKeyWindow
NSTrackingArea.Options.activeWhenFirstResponder
NSTrackingArea.Options.assumeInside
NSTrackingArea.Options.enabledDuringMouseDrag
NSTrackingArea.Options.inVisibleRect
NSTrackingArea.Options.mouseEnteredAndExited
NSTrackingArea.Options.mouseMoved
NSTrackingArea.init(rect:options:owner:userInfo:)
NSTrackingArea.options
NSTrackingArea.owner
NSTrackingArea.rect
NSTrackingArea.userInfo
NSUnderlineStyle
NSUnderlineStyle.double
NSUnderlineStyle.patternDash
NSUnderlineStyle.patternDashDot
NSUnderlineStyle.patternDashDotDot
NSUnderlineStyle.patternDot
NSUnderlineStyle.single
NSUnderlineStyle.thick
NSUserActivity.targetContentIdentifier
NSValue.caTransform3DValue
NSValue.cgPointValue
NSValue.cgRectValue
NSValue.cgSizeValue
NSValue.directionalEdgeInsetsValue
NSValue.init(caTransform3D:)
NSValue.init(cgPoint:)
NSValue.init(cgRect:)
NSValue.init(cgSize:)
NSValue.init(directionalEdgeInsets:)
NSValue.init(nonretainedObject:)	not yet: the rest of AVFoundation
NSValue.init(uiEdgeInsets:)
NSValue.init(uiOffset:)
NSValue.uiEdgeInsetsValue
NSValue.uiOffsetValue
NSView
NSView.AutoresizingMask
NSView.AutoresizingMask.height
NSView.AutoresizingMask.maxXMargin
NSView.AutoresizingMask.maxYMargin
NSView.AutoresizingMask.minXMargin
NSView.AutoresizingMask.minYMargin
NSView.AutoresizingMask.width
NSView.LayerContentsPlacement
NSView.LayerContentsPlacement.bottom
NSView.LayerContentsPlacement.bottomLeft
NSView.LayerContentsPlacement.bottomRight
NSView.LayerContentsPlacement.center
NSView.LayerContentsPlacement.left
NSView.LayerContentsPlacement.right
NSView.LayerContentsPlacement.scaleAxesIndependently
NSView.LayerContentsPlacement.scaleProportionallyToFill
NSView.LayerContentsPlacement.scaleProportionallyToFit
NSView.LayerContentsPlacement.top
NSView.LayerContentsPlacement.topLeft
NSView.LayerContentsPlacement.topRight
NSView.LayerContentsRedrawPolicy
NSView.LayerContentsRedrawPolicy.beforeViewResize
NSView.LayerContentsRedrawPolicy.crossfade
NSView.LayerContentsRedrawPolicy.duringViewResize
NSView.LayerContentsRedrawPolicy.never
NSView.LayerContentsRedrawPolicy.onSetNeedsDisplay
NSView.acceptsFirstMouse(for:)
NSView.action(for:forKey:)
NSView.addGestureRecognizer(_:)
NSView.addSubview(_:)
NSView.addSubview(_:positioned:relativeTo:)
NSView.addTrackingArea(_:)
NSView.alphaValue
NSView.animation(forKey:)
NSView.animations
NSView.autoresizesSubviews
NSView.autoresizingMask
NSView.bounds
NSView.clipsToBounds
NSView.convert(_:from:)
NSView.convert(_:to:)
NSView.defaultAnimation(forKey:)
NSView.display()
NSView.display(_:)
NSView.displayIfNeeded()
NSView.draw(_:)
NSView.draw(_:in:)
NSView.frame
NSView.gestureRecognizers
NSView.hitTest(_:)
NSView.init(frame:)
NSView.isDescendant(of:)
NSView.isFlipped
NSView.isHidden
NSView.isMousePoint(_:in:)
NSView.isOpaque
NSView.layer
NSView.layerContentsPlacement
NSView.layerContentsRedrawPolicy
NSView.layerWillDraw(_:)
NSView.layout()
NSView.layoutSublayers(of:)
NSView.layoutSubtreeIfNeeded()
NSView.makeBackingLayer()
NSView.needsDisplay
NSView.needsLayout
NSView.removeFromSuperview()
NSView.removeGestureRecognizer(_:)
NSView.removeTrackingArea(_:)
NSView.replaceSubview(_:with:)
NSView.resize(withOldSuperviewSize:)
NSView.resizeSubviews(withOldSize:)
NSView.setBoundsOrigin(_:)
NSView.setFrameOrigin(_:)
NSView.setFrameSize(_:)
NSView.setNeedsDisplay(_:)
NSView.subviews
NSView.superview
NSView.tag
NSView.trackingAreas
NSView.updateLayer()
NSView.updateTrackingAreas()
NSView.viewDidMoveToSuperview()
NSView.viewDidMoveToWindow()
NSView.viewWillDraw()
NSView.viewWillMove(toSuperview:)
NSView.viewWillMove(toWindow:)
NSView.viewWithTag(_:)
NSView.wantsLayer
NSView.wantsUpdateLayer
NSView.window
NSViewLayerContentScaleDelegate
NSViewLayerContentScaleDelegate.layer(_:shouldInheritContentsScale:from:)
NSWindow
NSWindow.BackingStoreType
NSWindow.BackingStoreType.buffered
NSWindow.OrderingMode
NSWindow.OrderingMode.above
NSWindow.OrderingMode.below
NSWindow.OrderingMode.out
NSWindow.StyleMask
NSWindow.StyleMask.borderless
NSWindow.StyleMask.closable
NSWindow.StyleMask.miniaturizable
NSWindow.StyleMask.resizable
NSWindow.StyleMask.titled
NSWindow.acceptsMouseMovedEvents
NSWindow.alphaValue
NSWindow.animation(forKey:)
NSWindow.animationResizeTime(_:)
NSWindow.animations
NSWindow.backgroundColor
NSWindow.backingScaleFactor
NSWindow.close()
NSWindow.contentView
NSWindow.convertFromScreen(_:)
NSWindow.convertPoint(fromScreen:)
NSWindow.convertPoint(toScreen:)
NSWindow.convertToScreen(_:)
NSWindow.defaultAnimation(forKey:)
NSWindow.displayIfNeeded()
NSWindow.firstResponder
NSWindow.frame
NSWindow.init(contentRect:styleMask:backing:defer:)
NSWindow.isKeyWindow
NSWindow.isVisible
NSWindow.makeFirstResponder(_:)
NSWindow.makeKey()
NSWindow.makeKeyAndOrderFront(_:)
NSWindow.orderFront(_:)
NSWindow.orderOut(_:)
NSWindow.screen
NSWindow.sendEvent(_:)
NSWindow.setContentSize(_:)
NSWindow.setFrame(_:display:)
NSWindow.setFrame(_:display:animate:)
NSWindow.setFrameOrigin(_:)
NSWindow.styleMask
NSWindow.title
NSWindow.windowNumber
NSWritingDirection
NSWritingDirection.leftToRight
NSWritingDirection.natural
NSWritingDirection.rightToLeft
PDFView.displayMode	not yet: split views
PHAuthorizationStatus.denied	not yet: life cycle of apps and scenes
Progress.fileURL	not yet: sharing, documents, pickers of images, printing
TrakTableEntry.track	not yet: the rest of the drawing frameworks
UIAcceleration
UIAcceleration.timestamp
UIAcceleration.x
UIAcceleration.y
UIAcceleration.z
UIAccelerationValue
UIAccelerometer
UIAccelerometer.delegate
UIAccelerometer.shared
UIAccelerometer.updateInterval
UIAccelerometerDelegate
UIAccelerometerDelegate.accelerometer(_:didAccelerate:)
UIAccessibility
UIAccessibility.Notification
UIAccessibility.Notification.announcement
UIAccessibility.Notification.layoutChanged
UIAccessibility.Notification.pageScrolled
UIAccessibility.Notification.screenChanged
UIAccessibility.announcementDidFinishNotification	not yet: the rest of accessibility
UIAccessibility.boldTextStatusDidChangeNotification
UIAccessibility.buttonShapesEnabled
UIAccessibility.darkerSystemColorsStatusDidChangeNotification
UIAccessibility.elementFocusedNotification	not yet: the rest of accessibility
UIAccessibility.focusedElementUserInfoKey	not yet: the rest of accessibility
UIAccessibility.grayscaleStatusDidChangeNotification
UIAccessibility.guidedAccessStatusDidChangeNotification
UIAccessibility.invertColorsStatusDidChangeNotification
UIAccessibility.isBoldTextEnabled
UIAccessibility.isDarkerSystemColorsEnabled
UIAccessibility.isGrayscaleEnabled
UIAccessibility.isGuidedAccessEnabled
UIAccessibility.isInvertColorsEnabled
UIAccessibility.isOnOffSwitchLabelsEnabled
UIAccessibility.isReduceMotionEnabled
UIAccessibility.isReduceTransparencyEnabled
UIAccessibility.isSwitchControlRunning
UIAccessibility.isVideoAutoplayEnabled
UIAccessibility.isVoiceOverRunning
UIAccessibility.post(notification:argument:)
UIAccessibility.prefersCrossFadeTransitions
UIAccessibility.reduceMotionStatusDidChangeNotification
UIAccessibility.reduceTransparencyStatusDidChangeNotification
UIAccessibility.shouldDifferentiateWithoutColor
UIAccessibility.switchControlStatusDidChangeNotification
UIAccessibility.voiceOverStatusDidChangeNotification
UIAccessibilityContainerType.list
UIAccessibilityContentSizeCategoryImageAdjusting.adjustsImageSizeForAccessibilityContentSizeCategory	not yet: the rest of accessibility
UIAccessibilityContrast
UIAccessibilityContrast.high
UIAccessibilityContrast.normal
UIAccessibilityContrast.unspecified
UIAccessibilityCustomAction
UIAccessibilityCustomAction.init(name:image:actionHandler:)
UIAccessibilityCustomAction.init(name:image:target:selector:)
UIAccessibilityCustomAction.init(name:target:selector:)	not yet: the rest of accessibility
UIAccessibilityCustomRotor.SystemRotorType.heading	not yet: the rest of accessibility
UIAccessibilityCustomRotor.SystemRotorType.list	not yet: the rest of accessibility
UIAccessibilityCustomRotorSearchPredicate.currentItem	not yet: the rest of accessibility
UIAccessibilityElement
UIAccessibilityElement.accessibilityContainer
UIAccessibilityElement.accessibilityFrame
UIAccessibilityElement.accessibilityFrameInContainerSpace
UIAccessibilityElement.accessibilityHint
UIAccessibilityElement.accessibilityIdentifier
UIAccessibilityElement.accessibilityLabel
UIAccessibilityElement.accessibilityTraits
UIAccessibilityElement.accessibilityValue
UIAccessibilityElement.init(accessibilityContainer:)
UIAccessibilityElement.isAccessibilityElement
UIAccessibilityIdentification.accessibilityIdentifier	not yet: the protocol; the classes declare it
UIAccessibilityLocationDescriptor.point	not yet: the rest of accessibility
UIAccessibilityNavigationStyle.combined	not yet: the rest of accessibility
UIAccessibilityScrollDirection
UIAccessibilityTextualContext.spreadsheet	not yet: the rest of accessibility
UIAccessibilityTraits
UIAccessibilityTraits.adjustable
UIAccessibilityTraits.allowsDirectInteraction
UIAccessibilityTraits.button
UIAccessibilityTraits.causesPageTurn
UIAccessibilityTraits.header
UIAccessibilityTraits.image
UIAccessibilityTraits.keyboardKey
UIAccessibilityTraits.link
UIAccessibilityTraits.none
UIAccessibilityTraits.notEnabled
UIAccessibilityTraits.playsSound
UIAccessibilityTraits.searchField
UIAccessibilityTraits.selected
UIAccessibilityTraits.startsMediaSession
UIAccessibilityTraits.staticText
UIAccessibilityTraits.summaryElement
UIAccessibilityTraits.tabBar
UIAccessibilityTraits.updatesFrequently
UIAction
UIAction.Handler
UIAction.Identifier
UIAction.Identifier.init(_:)
UIAction.attributes
UIAction.discoverabilityTitle
UIAction.identifier
UIAction.init(title:subtitle:image:identifier:discoverabilityTitle:attributes:state:handler:)
UIAction.performWithSender(_:target:)
UIAction.sender
UIAction.state
UIActionHandler
UIActivity	not yet: sharing, documents, pickers of images, printing
UIActivity.ActivityType	not yet: sharing, documents, pickers of images, printing
UIActivity.ActivityType.addToReadingList	not yet: sharing, documents, pickers of images, printing
UIActivity.ActivityType.airDrop	not yet: sharing, documents, pickers of images, printing
UIActivity.ActivityType.assignToContact	not yet: sharing, documents, pickers of images, printing
UIActivity.ActivityType.copyToPasteboard	not yet: sharing, documents, pickers of images, printing
UIActivity.ActivityType.init(_:)	not yet: sharing, documents, pickers of images, printing
UIActivity.ActivityType.init(rawValue:)	not yet: sharing, documents, pickers of images, printing
UIActivity.ActivityType.mail	not yet: sharing, documents, pickers of images, printing
UIActivity.ActivityType.markupAsPDF	not yet: sharing, documents, pickers of images, printing
UIActivity.ActivityType.message	not yet: sharing, documents, pickers of images, printing
UIActivity.ActivityType.openInIBooks	not yet: sharing, documents, pickers of images, printing
UIActivity.ActivityType.postToFacebook	not yet: sharing, documents, pickers of images, printing
UIActivity.ActivityType.postToFlickr	not yet: sharing, documents, pickers of images, printing
UIActivity.ActivityType.postToTencentWeibo	not yet: sharing, documents, pickers of images, printing
UIActivity.ActivityType.postToTwitter	not yet: sharing, documents, pickers of images, printing
UIActivity.ActivityType.postToVimeo	not yet: sharing, documents, pickers of images, printing
UIActivity.ActivityType.postToWeibo	not yet: sharing, documents, pickers of images, printing
UIActivity.ActivityType.saveToCameraRoll	not yet: sharing, documents, pickers of images, printing
UIActivity.Category	not yet: sharing, documents, pickers of images, printing
UIActivity.activityCategory	not yet: sharing, documents, pickers of images, printing
UIActivity.activityDidFinish(_:)	not yet: sharing, documents, pickers of images, printing
UIActivity.activityImage	not yet: sharing, documents, pickers of images, printing
UIActivity.activityTitle	not yet: sharing, documents, pickers of images, printing
UIActivity.activityType	not yet: sharing, documents, pickers of images, printing
UIActivity.activityViewController	not yet: sharing, documents, pickers of images, printing
UIActivity.canPerform(withActivityItems:)	not yet: sharing, documents, pickers of images, printing
UIActivity.perform()	not yet: sharing, documents, pickers of images, printing
UIActivity.prepare(withActivityItems:)	not yet: sharing, documents, pickers of images, printing
UIActivityIndicatorView
UIActivityIndicatorView.Style
UIActivityIndicatorView.Style.gray
UIActivityIndicatorView.Style.large
UIActivityIndicatorView.Style.medium
UIActivityIndicatorView.Style.white
UIActivityIndicatorView.Style.whiteLarge
UIActivityIndicatorView.color
UIActivityIndicatorView.hidesWhenStopped
UIActivityIndicatorView.init(coder:)
UIActivityIndicatorView.init(frame:)
UIActivityIndicatorView.init(style:)
UIActivityIndicatorView.isAnimating
UIActivityIndicatorView.startAnimating()
UIActivityIndicatorView.stopAnimating()
UIActivityIndicatorView.style
UIActivityIndicatorViewStyle	not yet: the rest of controls
UIActivityItemProvider	not yet: sharing, documents, pickers of images, printing
UIActivityItemProvider.activityType	not yet: sharing, documents, pickers of images, printing
UIActivityItemProvider.item	not yet: sharing, documents, pickers of images, printing
UIActivityItemProvider.placeholderItem	not yet: sharing, documents, pickers of images, printing
UIActivityItemSource	not yet: sharing, documents, pickers of images, printing
UIActivityItemSource.activityViewController(_:itemForActivityType:)	not yet: sharing, documents, pickers of images, printing
UIActivityItemSource.activityViewController(_:subjectForActivityType:)	not yet: sharing, documents, pickers of images, printing
UIActivityItemSource.activityViewControllerPlaceholderItem(_:)	not yet: sharing, documents, pickers of images, printing
UIActivityItemsConfiguration.previewProvider	not yet: drag and drop
UIActivityViewController	not yet: sharing, documents, pickers of images, printing
UIActivityViewController.CompletionWithItemsHandler	not yet: sharing, documents, pickers of images, printing
UIActivityViewController.completionWithItemsHandler	not yet: sharing, documents, pickers of images, printing
UIActivityViewController.excludedActivityTypes	not yet: sharing, documents, pickers of images, printing
UIActivityViewController.init(activityItems:applicationActivities:)	not yet: sharing, documents, pickers of images, printing
UIAdaptivePresentationControllerDelegate
UIAdaptivePresentationControllerDelegate.adaptivePresentationStyle(for:)
UIAdaptivePresentationControllerDelegate.adaptivePresentationStyle(for:traitCollection:)
UIAdaptivePresentationControllerDelegate.presentationController(_:viewControllerForAdaptivePresentationStyle:)	not yet: popovers and sheets
UIAdaptivePresentationControllerDelegate.presentationControllerDidAttemptToDismiss(_:)
UIAdaptivePresentationControllerDelegate.presentationControllerDidDismiss(_:)
UIAdaptivePresentationControllerDelegate.presentationControllerShouldDismiss(_:)
UIAdaptivePresentationControllerDelegate.presentationControllerWillDismiss(_:)
UIAlertAction
UIAlertAction.Style
UIAlertAction.Style.cancel
UIAlertAction.Style.default
UIAlertAction.Style.destructive
UIAlertAction.accessibilityIdentifier	not yet: the rest of accessibility
UIAlertAction.init(title:style:handler:)
UIAlertAction.isEnabled
UIAlertAction.style
UIAlertAction.title
UIAlertActionStyle	not yet: the rest of controllers
UIAlertController
UIAlertController.Style
UIAlertController.Style.actionSheet
UIAlertController.Style.alert
UIAlertController.actions
UIAlertController.addAction(_:)
UIAlertController.addTextField(configurationHandler:)
UIAlertController.init(coder:)
UIAlertController.init(title:message:preferredStyle:)
UIAlertController.message
UIAlertController.preferredAction
UIAlertController.preferredStyle
UIAlertController.textFields
UIAlertControllerStyle	not yet: the rest of controllers
UIAlertView
UIAlertView.addButton(withTitle:)
UIAlertView.buttonTitle(at:)
UIAlertView.cancelButtonIndex
UIAlertView.delegate
UIAlertView.dismiss(withClickedButtonIndex:animated:)
UIAlertView.init(title:message:delegate:cancelButtonTitle:otherButtonTitles:)
UIAlertView.isVisible
UIAlertView.message
UIAlertView.numberOfButtons
UIAlertView.show()
UIAlertView.title
UIAlertView.visible
UIAlertViewDelegate
UIAlertViewDelegate.alertView(_:clickedButtonAt:)
UIAppearance.appearance()
UIAppearance.appearance(for:)
UIAppearance.appearance(for:whenContainedInInstancesOf:)
UIAppearance.appearance(whenContainedInInstancesOf:)
UIAppearanceContainer
UIApplication
UIApplication.ExtensionPointIdentifier.keyboard	not yet: the rest of text input
UIApplication.LaunchOptionsKey
UIApplication.OpenExternalURLOptionsKey
UIApplication.OpenExternalURLOptionsKey.init(rawValue:)
UIApplication.OpenExternalURLOptionsKey.universalLinksOnly
UIApplication.OpenURLOptionsKey
UIApplication.State
UIApplication.State.active
UIApplication.State.background
UIApplication.State.inactive
UIApplication.activateSceneSession	not yet: life cycle of apps and scenes
UIApplication.alternateIconName
UIApplication.applicationIconBadgeNumber
UIApplication.applicationState
UIApplication.applicationSupportsShakeToEdit
UIApplication.backgroundRefreshStatus
UIApplication.backgroundRefreshStatusDidChangeNotification	never: a service of Apple's systems
UIApplication.backgroundTimeRemaining
UIApplication.beginBackgroundTask(expirationHandler:)
UIApplication.beginBackgroundTask(withName:expirationHandler:)
UIApplication.beginIgnoringInteractionEvents()
UIApplication.canOpenURL(_:)
UIApplication.connectedScenes
UIApplication.delegate
UIApplication.didBecomeActiveNotification
UIApplication.didEnterBackgroundNotification
UIApplication.didFinishLaunchingNotification
UIApplication.didReceiveMemoryWarningNotification
UIApplication.endBackgroundTask(_:)
UIApplication.endIgnoringInteractionEvents()
UIApplication.isIdleTimerDisabled
UIApplication.isIgnoringInteractionEvents
UIApplication.isNetworkActivityIndicatorVisible
UIApplication.isStatusBarHidden
UIApplication.keyWindow
UIApplication.openSessions
UIApplication.openSettingsURLString
UIApplication.preferredContentSizeCategory
UIApplication.registerForRemoteNotifications()
UIApplication.requestSceneSessionActivation(_:userActivity:options:errorHandler:)	not yet: life cycle of apps and scenes
UIApplication.requestSceneSessionDestruction(_:options:errorHandler:)	not yet: life cycle of apps and scenes
UIApplication.requestSceneSessionRefresh(_:)	not yet: life cycle of apps and scenes
UIApplication.sendAction(_:to:from:for:)
UIApplication.sendEvent(_:)
UIApplication.setAlternateIconName(_:completionHandler:)
UIApplication.setMinimumBackgroundFetchInterval(_:)	never: a service of Apple's systems
UIApplication.shared
UIApplication.shortcutItems
UIApplication.statusBarFrame
UIApplication.statusBarOrientation
UIApplication.supportsAlternateIcons
UIApplication.supportsMultipleScenes
UIApplication.userInterfaceLayoutDirection
UIApplication.willEnterForegroundNotification
UIApplication.willResignActiveNotification
UIApplication.willTerminateNotification
UIApplication.windows
UIApplicationDelegate
UIApplicationDelegate.application(_:configurationForConnecting:options:)
UIApplicationDelegate.application(_:continue:restorationHandler:)
UIApplicationDelegate.application(_:didDiscardSceneSessions:)
UIApplicationDelegate.application(_:didFailToRegisterForRemoteNotificationsWithError:)
UIApplicationDelegate.application(_:didFinishLaunchingWithOptions:)
UIApplicationDelegate.application(_:didReceiveRemoteNotification:)	never: a service of Apple's systems
UIApplicationDelegate.application(_:didReceiveRemoteNotification:fetchCompletionHandler:)
UIApplicationDelegate.application(_:didRegisterForRemoteNotificationsWithDeviceToken:)
UIApplicationDelegate.application(_:handleEventsForBackgroundURLSession:completionHandler:)
UIApplicationDelegate.application(_:open:options:)
UIApplicationDelegate.application(_:open:sourceApplication:annotation:)	not yet: life cycle of apps and scenes
UIApplicationDelegate.application(_:performActionFor:completionHandler:)
UIApplicationDelegate.application(_:performFetchWithCompletionHandler:)
UIApplicationDelegate.application(_:willContinueUserActivityWithType:)	never: a service of Apple's systems
UIApplicationDelegate.application(_:willFinishLaunchingWithOptions:)
UIApplicationDelegate.applicationDidBecomeActive(_:)
UIApplicationDelegate.applicationDidEnterBackground(_:)
UIApplicationDelegate.applicationDidReceiveMemoryWarning(_:)
UIApplicationDelegate.applicationWillEnterForeground(_:)
UIApplicationDelegate.applicationWillResignActive(_:)
UIApplicationDelegate.applicationWillTerminate(_:)
UIApplicationDelegate.window
UIApplicationShortcutIcon
UIApplicationShortcutIcon.IconType.audio
UIApplicationShortcutIcon.IconType.cloud
UIApplicationShortcutIcon.IconType.mail
UIApplicationShortcutIcon.IconType.time
UIApplicationShortcutItem
UIApplicationShortcutItem.init(type:localizedTitle:localizedSubtitle:icon:userInfo:)
UIApplicationShortcutItem.targetContentIdentifier
UIApplicationShortcutItem.type
UIApplicationShortcutItem.userInfo
UIAttachmentBehavior	not yet: dynamics and motion effects
UIAttachmentBehavior.init(item:offsetFromCenter:attachedToAnchor:)	not yet: dynamics and motion effects
UIBackgroundConfiguration
UIBackgroundConfiguration.backgroundColor
UIBackgroundConfiguration.backgroundColorTransformer
UIBackgroundConfiguration.backgroundInsets
UIBackgroundConfiguration.clear()
UIBackgroundConfiguration.cornerRadius
UIBackgroundConfiguration.edgesAddingLayoutMarginsToBackgroundInsets
UIBackgroundConfiguration.listGroupedCell()
UIBackgroundConfiguration.listPlainCell()
UIBackgroundConfiguration.listSidebarCell()
UIBackgroundConfiguration.strokeColor
UIBackgroundConfiguration.strokeWidth
UIBackgroundConfiguration.visualEffect	not yet: configurations of cells
UIBackgroundFetchResult
UIBackgroundFetchResult.newData
UIBackgroundFetchResult.noData
UIBackgroundRefreshStatus
UIBackgroundRefreshStatus.denied
UIBackgroundRefreshStatus.restricted
UIBackgroundTaskIdentifier
UIBackgroundTaskIdentifier.invalid
UIBarAppearance.backgroundColor
UIBarAppearance.backgroundEffect
UIBarAppearance.configureWithDefaultBackground()
UIBarAppearance.configureWithOpaqueBackground()
UIBarAppearance.configureWithTransparentBackground()
UIBarAppearance.shadowColor
UIBarAppearance.shadowImage
UIBarButtonItem
UIBarButtonItem.Style
UIBarButtonItem.Style.done
UIBarButtonItem.Style.plain
UIBarButtonItem.SystemItem
UIBarButtonItem.SystemItem.camera
UIBarButtonItem.SystemItem.done
UIBarButtonItem.SystemItem.fixedSpace(_:)	not yet: bars, their items and appearance
UIBarButtonItem.SystemItem.flexibleSpace
UIBarButtonItem.SystemItem.flexibleSpace()	not yet: bars, their items and appearance
UIBarButtonItem.accessibilityIdentifier
UIBarButtonItem.action
UIBarButtonItem.customView
UIBarButtonItem.fixedSpace(_:)
UIBarButtonItem.flexibleSpace()
UIBarButtonItem.init(barButtonSystemItem:target:action:)
UIBarButtonItem.init(customView:)
UIBarButtonItem.init(image:landscapeImagePhone:style:target:action:)
UIBarButtonItem.init(image:style:target:action:)
UIBarButtonItem.init(systemItem:primaryAction:menu:)
UIBarButtonItem.init(title:image:primaryAction:menu:)
UIBarButtonItem.init(title:style:target:action:)
UIBarButtonItem.menu
UIBarButtonItem.style
UIBarButtonItem.target
UIBarButtonItem.tintColor
UIBarButtonItem.width
UIBarButtonItemAppearance
UIBarButtonItemAppearance.highlighted
UIBarButtonItemAppearance.normal
UIBarButtonItemGroup
UIBarButtonItemGroup.barButtonItems
UIBarButtonItemGroup.init(barButtonItems:representativeItem:)
UIBarButtonSystemItem	not yet: bars, their items and appearance
UIBarItem
UIBarItem.image
UIBarItem.imageInsets
UIBarItem.isEnabled
UIBarItem.landscapeImagePhone
UIBarItem.largeContentSizeImage
UIBarItem.setTitleTextAttributes(_:for:)
UIBarItem.tag
UIBarItem.title
UIBarMetrics
UIBarMetrics.default
UIBarPosition
UIBarPosition.topAttached
UIBarPositioning.barPosition
UIBarStyle
UIBarStyle.black
UIBarStyle.default
UIBaselineAdjustment
UIBaselineAdjustment.alignBaselines
UIBaselineAdjustment.alignCenters
UIBaselineAdjustment.none
UIBezierPath
UIBezierPath.addArc(withCenter:radius:startAngle:endAngle:clockwise:)
UIBezierPath.addClip()
UIBezierPath.addCurve(to:controlPoint1:controlPoint2:)
UIBezierPath.addLine(to:)
UIBezierPath.addQuadCurve(to:controlPoint:)
UIBezierPath.append(_:)
UIBezierPath.apply(_:)
UIBezierPath.bounds
UIBezierPath.cgPath
UIBezierPath.close()
UIBezierPath.contains(_:)
UIBezierPath.currentPoint
UIBezierPath.fill()
UIBezierPath.fill(with:alpha:)
UIBezierPath.flatness
UIBezierPath.getLineDash(_:count:phase:)
UIBezierPath.init(arcCenter:radius:startAngle:endAngle:clockwise:)
UIBezierPath.init(cgPath:)
UIBezierPath.init(coder:)
UIBezierPath.init(ovalIn:)
UIBezierPath.init(rect:)
UIBezierPath.init(roundedRect:byRoundingCorners:cornerRadii:)
UIBezierPath.init(roundedRect:cornerRadius:)
UIBezierPath.isEmpty
UIBezierPath.lineCapStyle
UIBezierPath.lineJoinStyle
UIBezierPath.lineWidth
UIBezierPath.miterLimit
UIBezierPath.move(to:)
UIBezierPath.removeAllPoints()
UIBezierPath.reversing()
UIBezierPath.setLineDash(_:count:phase:)
UIBezierPath.stroke()
UIBezierPath.stroke(with:alpha:)
UIBezierPath.usesEvenOddFillRule
UIBlurEffect
UIBlurEffect.Style
UIBlurEffect.Style.dark
UIBlurEffect.Style.extraLight
UIBlurEffect.Style.light
UIBlurEffect.Style.prominent
UIBlurEffect.Style.regular
UIBlurEffect.Style.systemChromeMaterial
UIBlurEffect.Style.systemChromeMaterialDark
UIBlurEffect.Style.systemChromeMaterialLight
UIBlurEffect.Style.systemMaterial
UIBlurEffect.Style.systemMaterialDark
UIBlurEffect.Style.systemMaterialLight
UIBlurEffect.Style.systemThickMaterial
UIBlurEffect.Style.systemThickMaterialDark
UIBlurEffect.Style.systemThickMaterialLight
UIBlurEffect.Style.systemThinMaterial
UIBlurEffect.Style.systemThinMaterialDark
UIBlurEffect.Style.systemThinMaterialLight
UIBlurEffect.Style.systemUltraThinMaterial
UIBlurEffect.Style.systemUltraThinMaterialDark
UIBlurEffect.Style.systemUltraThinMaterialLight
UIBlurEffect.init(coder:)
UIBlurEffect.init(style:)
UIButton
UIButton.ButtonType
UIButton.ButtonType.close
UIButton.ButtonType.contactAdd
UIButton.ButtonType.custom
UIButton.ButtonType.detailDisclosure
UIButton.ButtonType.infoDark
UIButton.ButtonType.infoLight
UIButton.ButtonType.system
UIButton.Configuration
UIButton.Configuration.CornerStyle
UIButton.Configuration.CornerStyle.capsule
UIButton.Configuration.CornerStyle.dynamic
UIButton.Configuration.CornerStyle.fixed
UIButton.Configuration.CornerStyle.large
UIButton.Configuration.CornerStyle.medium
UIButton.Configuration.CornerStyle.small
UIButton.Configuration.Size
UIButton.Configuration.Size.large
UIButton.Configuration.Size.medium
UIButton.Configuration.Size.mini
UIButton.Configuration.Size.small
UIButton.Configuration.activityIndicatorColorTransformer
UIButton.Configuration.attributedTitle
UIButton.Configuration.automaticallyUpdateForSelection
UIButton.Configuration.background
UIButton.Configuration.baseBackgroundColor
UIButton.Configuration.baseForegroundColor
UIButton.Configuration.bordered()
UIButton.Configuration.borderedProminent()
UIButton.Configuration.borderedTinted()
UIButton.Configuration.borderless()
UIButton.Configuration.buttonSize
UIButton.Configuration.contentInsets
UIButton.Configuration.cornerStyle
UIButton.Configuration.filled()
UIButton.Configuration.gray()
UIButton.Configuration.image
UIButton.Configuration.imagePadding
UIButton.Configuration.imagePlacement
UIButton.Configuration.plain()
UIButton.Configuration.preferredSymbolConfigurationForImage(in:)	not yet: symbols
UIButton.Configuration.showsActivityIndicator
UIButton.Configuration.tinted()
UIButton.Configuration.title
UIButton.Configuration.titleAlignment
UIButton.Configuration.titlePadding
UIButton.Configuration.titleTextAttributesTransformer
UIButton.Configuration.updated
UIButton.Role
UIButton.Role.cancel
UIButton.Role.destructive
UIButton.Role.normal
UIButton.Role.primary
UIButton.adjustsImageSizeForAccessibilityContentSizeCategory	not yet: the rest of controls
UIButton.adjustsImageWhenDisabled
UIButton.adjustsImageWhenHighlighted
UIButton.attributedTitle(for:)
UIButton.backgroundImage(for:)
UIButton.backgroundRect(forBounds:)
UIButton.buttonType
UIButton.changesSelectionAsPrimaryAction
UIButton.configuration
UIButton.configurationUpdateHandler
UIButton.contentEdgeInsets
UIButton.contentRect(forBounds:)
UIButton.currentAttributedTitle
UIButton.currentBackgroundImage
UIButton.currentImage
UIButton.currentTitle
UIButton.currentTitleColor
UIButton.currentTitleShadowColor
UIButton.image(for:)
UIButton.imageEdgeInsets
UIButton.imageRect(forContentRect:)
UIButton.imageView
UIButton.init(coder:)
UIButton.init(configuration:primaryAction:)
UIButton.init(frame:)
UIButton.init(type:)
UIButton.init(type:primaryAction:)
UIButton.isPointerInteractionEnabled	not yet: pointers, pencils and focus
UIButton.largeContentImage	not yet: the rest of controls
UIButton.largeContentTitle	not yet: the rest of controls
UIButton.menu
UIButton.pointerStyleProvider	not yet: pointers, pencils and focus
UIButton.preferredSymbolConfigurationForImage(in:)	not yet: symbols
UIButton.role
UIButton.scalesLargeContentImage	not yet: the rest of controls
UIButton.setAttributedTitle(_:for:)
UIButton.setBackgroundImage(_:for:)
UIButton.setImage(_:for:)
UIButton.setNeedsUpdateConfiguration()
UIButton.setPreferredSymbolConfiguration(_:forImageIn:)	not yet: symbols
UIButton.setTitle(_:for:)
UIButton.setTitleColor(_:for:)
UIButton.setTitleShadowColor(_:for:)
UIButton.showsLargeContentViewer	not yet: the rest of controls
UIButton.title(for:)
UIButton.titleColor(for:)
UIButton.titleEdgeInsets
UIButton.titleLabel
UIButton.titleRect(forContentRect:)
UIButton.titleShadowColor(for:)
UIButton.updateConfiguration()
UICellConfigurationState
UICellConfigurationState.DropState.targeted
UICellConfigurationState.cellDropState
UICellConfigurationState.isFocused
UICellConfigurationState.isHighlighted
UICellConfigurationState.isSelected
UICellConfigurationState.isSwiped
UICollectionLayoutListConfiguration
UICollectionLayoutListConfiguration.Appearance.sidebar
UICollectionLayoutListConfiguration.FooterMode.supplementary
UICollectionLayoutListConfiguration.backgroundColor
UICollectionLayoutListConfiguration.headerMode
UICollectionLayoutListConfiguration.init(appearance:)
UICollectionLayoutListConfiguration.itemSeparatorHandler
UICollectionLayoutListConfiguration.leadingSwipeActionsConfigurationProvider	not yet: diffable sources and compositional layout
UICollectionLayoutListConfiguration.separatorConfiguration
UICollectionLayoutListConfiguration.showsSeparators
UICollectionLayoutListConfiguration.trailingSwipeActionsConfigurationProvider	not yet: diffable sources and compositional layout
UICollectionReusableView
UICollectionReusableView.apply(_:)
UICollectionReusableView.init(coder:)
UICollectionReusableView.preferredLayoutAttributesFitting(_:)
UICollectionReusableView.prepareForReuse()
UICollectionReusableView.reuseIdentifier
UICollectionView
UICollectionView.CellRegistration
UICollectionView.ElementCategory
UICollectionView.ElementCategory.cell
UICollectionView.ElementCategory.decorationView
UICollectionView.ElementCategory.supplementaryView
UICollectionView.ScrollDirection
UICollectionView.ScrollDirection.horizontal
UICollectionView.ScrollDirection.vertical
UICollectionView.ScrollPosition
UICollectionView.ScrollPosition.bottom
UICollectionView.ScrollPosition.centeredHorizontally
UICollectionView.ScrollPosition.centeredVertically
UICollectionView.ScrollPosition.left
UICollectionView.ScrollPosition.right
UICollectionView.ScrollPosition.top
UICollectionView.SupplementaryRegistration
UICollectionView.SupplementaryRegistration.init(elementKind:handler:)
UICollectionView.allowsMultipleSelection
UICollectionView.allowsMultipleSelectionDuringEditing	not yet: the rest of tables and collections
UICollectionView.allowsSelection
UICollectionView.backgroundView
UICollectionView.beginInteractiveMovementForItem(at:)	not yet: the rest of tables and collections
UICollectionView.cancelInteractiveMovement()	not yet: the rest of tables and collections
UICollectionView.cellForItem(at:)
UICollectionView.collectionViewLayout
UICollectionView.dataSource
UICollectionView.delegate
UICollectionView.deleteItems(at:)
UICollectionView.deleteSections(_:)
UICollectionView.dequeueConfiguredReusableCell(using:for:item:)
UICollectionView.dequeueConfiguredReusableSupplementary(using:for:)
UICollectionView.dequeueReusableCell(withReuseIdentifier:for:)
UICollectionView.dequeueReusableSupplementaryView(ofKind:withReuseIdentifier:for:)
UICollectionView.deselectItem(at:animated:)
UICollectionView.dragDelegate	not yet: drag and drop
UICollectionView.dragInteractionEnabled	not yet: drag and drop
UICollectionView.dropDelegate	not yet: drag and drop
UICollectionView.elementKindSectionFooter
UICollectionView.elementKindSectionHeader
UICollectionView.endInteractiveMovement()	not yet: the rest of tables and collections
UICollectionView.hasActiveDrag	not yet: the rest of tables and collections
UICollectionView.hasActiveDrop	not yet: the rest of tables and collections
UICollectionView.indexPath(for:)
UICollectionView.indexPathForItem(at:)
UICollectionView.indexPathsForSelectedItems
UICollectionView.indexPathsForVisibleItems
UICollectionView.init(coder:)
UICollectionView.init(frame:collectionViewLayout:)
UICollectionView.insertItems(at:)
UICollectionView.insertSections(_:)
UICollectionView.isPrefetchingEnabled
UICollectionView.layoutAttributesForItem(at:)
UICollectionView.layoutAttributesForSupplementaryElement(ofKind:at:)
UICollectionView.moveItem(at:to:)
UICollectionView.moveSection(_:toSection:)
UICollectionView.numberOfItems(inSection:)
UICollectionView.numberOfSections
UICollectionView.performBatchUpdates(_:completion:)
UICollectionView.reconfigureItems
UICollectionView.register(_:forCellWithReuseIdentifier:)
UICollectionView.register(_:forSupplementaryViewOfKind:withReuseIdentifier:)
UICollectionView.reloadData()
UICollectionView.reloadItems(at:)
UICollectionView.reloadSections(_:)
UICollectionView.scrollToItem(at:at:animated:)
UICollectionView.selectItem(at:animated:scrollPosition:)
UICollectionView.setCollectionViewLayout(_:animated:)
UICollectionView.setCollectionViewLayout(_:animated:completion:)
UICollectionView.supplementaryView(forElementKind:at:)
UICollectionView.updateInteractiveMovementTargetPosition(_:)	not yet: the rest of tables and collections
UICollectionView.visibleCells
UICollectionView.visibleSupplementaryViews(ofKind:)
UICollectionViewCell
UICollectionViewCell.backgroundConfiguration
UICollectionViewCell.backgroundView
UICollectionViewCell.configurationState
UICollectionViewCell.contentConfiguration
UICollectionViewCell.contentView
UICollectionViewCell.init(coder:)
UICollectionViewCell.isHighlighted
UICollectionViewCell.isSelected
UICollectionViewCell.largeContentTitle	not yet: the rest of accessibility
UICollectionViewCell.selectedBackgroundView
UICollectionViewCell.showsLargeContentViewer	not yet: the rest of accessibility
UICollectionViewCell.updateConfiguration(using:)
UICollectionViewCompositionalLayout
UICollectionViewCompositionalLayout.init(__listConfiguration:)	not yet: diffable sources and compositional layout
UICollectionViewCompositionalLayout.init(section:)
UICollectionViewCompositionalLayout.init(section:configuration:)
UICollectionViewCompositionalLayout.list
UICollectionViewCompositionalLayout.list(using:)
UICollectionViewCompositionalLayoutConfiguration
UICollectionViewCompositionalLayoutConfiguration.boundarySupplementaryItems
UICollectionViewCompositionalLayoutConfiguration.contentInsetsReference
UICollectionViewCompositionalLayoutConfiguration.scrollDirection
UICollectionViewController
UICollectionViewController.clearsSelectionOnViewWillAppear
UICollectionViewController.collectionView
UICollectionViewController.collectionView(_:cellForItemAt:)
UICollectionViewController.collectionView(_:didDeselectItemAt:)
UICollectionViewController.collectionView(_:didEndDisplaying:forItemAt:)
UICollectionViewController.collectionView(_:didHighlightItemAt:)
UICollectionViewController.collectionView(_:didSelectItemAt:)
UICollectionViewController.collectionView(_:didUnhighlightItemAt:)
UICollectionViewController.collectionView(_:numberOfItemsInSection:)
UICollectionViewController.collectionView(_:shouldDeselectItemAt:)
UICollectionViewController.collectionView(_:shouldHighlightItemAt:)
UICollectionViewController.collectionView(_:shouldSelectItemAt:)
UICollectionViewController.collectionView(_:viewForSupplementaryElementOfKind:at:)
UICollectionViewController.collectionView(_:willDisplay:forItemAt:)
UICollectionViewController.collectionViewLayout
UICollectionViewController.init(coder:)
UICollectionViewController.init(collectionViewLayout:)
UICollectionViewController.numberOfSections(in:)
UICollectionViewController.scrollViewDidEndDecelerating(_:)
UICollectionViewController.scrollViewDidEndDragging(_:willDecelerate:)
UICollectionViewController.scrollViewDidEndScrollingAnimation(_:)
UICollectionViewController.scrollViewDidScroll(_:)
UICollectionViewController.scrollViewWillBeginDecelerating(_:)
UICollectionViewController.scrollViewWillBeginDragging(_:)
UICollectionViewController.scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)
UICollectionViewDataSource
UICollectionViewDataSource.collectionView(_:canMoveItemAt:)	not yet: the rest of tables and collections
UICollectionViewDataSource.collectionView(_:cellForItemAt:)
UICollectionViewDataSource.collectionView(_:moveItemAt:to:)	not yet: the rest of tables and collections
UICollectionViewDataSource.collectionView(_:numberOfItemsInSection:)
UICollectionViewDataSource.collectionView(_:viewForSupplementaryElementOfKind:at:)
UICollectionViewDataSource.numberOfSections(in:)
UICollectionViewDelegate
UICollectionViewDelegate.collectionView(_:canPerformAction:forItemAt:withSender:)	not yet: the rest of tables and collections
UICollectionViewDelegate.collectionView(_:contextMenuConfigurationForItemAt:point:)
UICollectionViewDelegate.collectionView(_:didDeselectItemAt:)
UICollectionViewDelegate.collectionView(_:didEndDisplaying:forItemAt:)
UICollectionViewDelegate.collectionView(_:didHighlightItemAt:)
UICollectionViewDelegate.collectionView(_:didSelectItemAt:)
UICollectionViewDelegate.collectionView(_:didUnhighlightItemAt:)
UICollectionViewDelegate.collectionView(_:performAction:forItemAt:withSender:)	not yet: the rest of tables and collections
UICollectionViewDelegate.collectionView(_:previewForDismissingContextMenuWithConfiguration:)
UICollectionViewDelegate.collectionView(_:previewForHighlightingContextMenuWithConfiguration:)
UICollectionViewDelegate.collectionView(_:shouldDeselectItemAt:)
UICollectionViewDelegate.collectionView(_:shouldHighlightItemAt:)
UICollectionViewDelegate.collectionView(_:shouldSelectItemAt:)
UICollectionViewDelegate.collectionView(_:shouldShowMenuForItemAt:)	not yet: the rest of tables and collections
UICollectionViewDelegate.collectionView(_:targetIndexPathForMoveFromItemAt:toProposedIndexPath:)	not yet: the rest of tables and collections
UICollectionViewDelegate.collectionView(_:willDisplay:forItemAt:)
UICollectionViewDelegate.collectionView(_:willDisplaySupplementaryView:forElementKind:at:)	not yet: the rest of tables and collections
UICollectionViewDelegate.collectionView(_:willPerformPreviewActionForMenuWith:animator:)
UICollectionViewDelegateFlowLayout
UICollectionViewDelegateFlowLayout.collectionView(_:layout:insetForSectionAt:)
UICollectionViewDelegateFlowLayout.collectionView(_:layout:minimumInteritemSpacingForSectionAt:)
UICollectionViewDelegateFlowLayout.collectionView(_:layout:minimumLineSpacingForSectionAt:)
UICollectionViewDelegateFlowLayout.collectionView(_:layout:referenceSizeForFooterInSection:)
UICollectionViewDelegateFlowLayout.collectionView(_:layout:referenceSizeForHeaderInSection:)
UICollectionViewDelegateFlowLayout.collectionView(_:layout:sizeForItemAt:)
UICollectionViewDiffableDataSource
UICollectionViewDiffableDataSource.ReorderingHandlers.canReorderItem	not yet: diffable sources and compositional layout
UICollectionViewDiffableDataSource.ReorderingHandlers.didReorder	not yet: diffable sources and compositional layout
UICollectionViewDiffableDataSource.apply(_:animatingDifferences:completion:)
UICollectionViewDiffableDataSource.apply(_:to:animatingDifferences:completion:)
UICollectionViewDiffableDataSource.applySnapshotUsingReloadData
UICollectionViewDiffableDataSource.indexPath(for:)
UICollectionViewDiffableDataSource.init(collectionView:cellProvider:)
UICollectionViewDiffableDataSource.itemIdentifier(for:)
UICollectionViewDiffableDataSource.reorderingHandlers	not yet: diffable sources and compositional layout
UICollectionViewDiffableDataSource.snapshot()
UICollectionViewDiffableDataSource.supplementaryViewProvider
UICollectionViewDiffableDataSourceReference.reorderingHandlers	not yet: diffable sources and compositional layout
UICollectionViewDiffableDataSourceReference.supplementaryViewProvider	not yet: diffable sources and compositional layout
UICollectionViewDragDelegate	not yet: drag and drop
UICollectionViewDragDelegate.collectionView(_:dragPreviewParametersForItemAt:)	not yet: drag and drop
UICollectionViewDragDelegate.collectionView(_:dragSessionIsRestrictedToDraggingApplication:)	not yet: drag and drop
UICollectionViewDragDelegate.collectionView(_:itemsForBeginning:at:)	not yet: drag and drop
UICollectionViewDropCoordinator	not yet: drag and drop
UICollectionViewDropCoordinator.destinationIndexPath	not yet: drag and drop
UICollectionViewDropCoordinator.drop(_:toItemAt:)	not yet: drag and drop
UICollectionViewDropCoordinator.items	not yet: drag and drop
UICollectionViewDropCoordinator.proposal	not yet: drag and drop
UICollectionViewDropDelegate	not yet: drag and drop
UICollectionViewDropDelegate.collectionView(_:canHandle:)	not yet: drag and drop
UICollectionViewDropDelegate.collectionView(_:dropPreviewParametersForItemAt:)	not yet: drag and drop
UICollectionViewDropDelegate.collectionView(_:dropSessionDidEnd:)	not yet: drag and drop
UICollectionViewDropDelegate.collectionView(_:dropSessionDidUpdate:withDestinationIndexPath:)	not yet: drag and drop
UICollectionViewDropDelegate.collectionView(_:performDropWith:)	not yet: drag and drop
UICollectionViewDropItem	not yet: drag and drop
UICollectionViewDropItem.dragItem	not yet: drag and drop
UICollectionViewDropItem.sourceIndexPath	not yet: drag and drop
UICollectionViewDropProposal	not yet: drag and drop
UICollectionViewDropProposal.Intent.insertAtDestinationIndexPath	never: a service of Apple's systems
UICollectionViewDropProposal.Intent.insertIntoDestinationIndexPath	never: a service of Apple's systems
UICollectionViewDropProposal.init(operation:)	not yet: drag and drop
UICollectionViewDropProposal.init(operation:intent:)	not yet: drag and drop
UICollectionViewDropProposal.intent	not yet: drag and drop
UICollectionViewFlowLayout
UICollectionViewFlowLayout.automaticSize
UICollectionViewFlowLayout.estimatedItemSize
UICollectionViewFlowLayout.footerReferenceSize
UICollectionViewFlowLayout.headerReferenceSize
UICollectionViewFlowLayout.itemSize
UICollectionViewFlowLayout.minimumInteritemSpacing
UICollectionViewFlowLayout.minimumLineSpacing
UICollectionViewFlowLayout.scrollDirection
UICollectionViewFlowLayout.sectionFootersPinToVisibleBounds
UICollectionViewFlowLayout.sectionHeadersPinToVisibleBounds
UICollectionViewFlowLayout.sectionInset
UICollectionViewFlowLayoutInvalidationContext	not yet: the rest of tables and collections
UICollectionViewFlowLayoutInvalidationContext.invalidateFlowLayoutDelegateMetrics	not yet: the rest of tables and collections
UICollectionViewLayout
UICollectionViewLayout.collectionView
UICollectionViewLayout.collectionViewContentSize
UICollectionViewLayout.finalLayoutAttributesForDisappearingItem(at:)
UICollectionViewLayout.finalizeCollectionViewUpdates()
UICollectionViewLayout.init(coder:)
UICollectionViewLayout.initialLayoutAttributesForAppearingItem(at:)
UICollectionViewLayout.invalidateLayout()
UICollectionViewLayout.invalidateLayout(with:)
UICollectionViewLayout.invalidationContext(forBoundsChange:)
UICollectionViewLayout.invalidationContext(forPreferredLayoutAttributes:withOriginalAttributes:)
UICollectionViewLayout.invalidationContextClass
UICollectionViewLayout.layoutAttributesClass
UICollectionViewLayout.layoutAttributesForDecorationView(ofKind:at:)
UICollectionViewLayout.layoutAttributesForElements(in:)
UICollectionViewLayout.layoutAttributesForItem(at:)
UICollectionViewLayout.layoutAttributesForSupplementaryView(ofKind:at:)
UICollectionViewLayout.prepare()
UICollectionViewLayout.prepare(forCollectionViewUpdates:)
UICollectionViewLayout.register(_:forDecorationViewOfKind:)
UICollectionViewLayout.shouldInvalidateLayout(forBoundsChange:)
UICollectionViewLayout.shouldInvalidateLayout(forPreferredLayoutAttributes:withOriginalAttributes:)
UICollectionViewLayout.targetContentOffset(forProposedContentOffset:)
UICollectionViewLayout.targetContentOffset(forProposedContentOffset:withScrollingVelocity:)
UICollectionViewLayoutAttributes
UICollectionViewLayoutAttributes.alpha
UICollectionViewLayoutAttributes.bounds
UICollectionViewLayoutAttributes.center
UICollectionViewLayoutAttributes.frame
UICollectionViewLayoutAttributes.indexPath
UICollectionViewLayoutAttributes.init(forCellWith:)
UICollectionViewLayoutAttributes.init(forDecorationViewOfKind:with:)
UICollectionViewLayoutAttributes.init(forSupplementaryViewOfKind:with:)
UICollectionViewLayoutAttributes.isHidden
UICollectionViewLayoutAttributes.representedElementCategory
UICollectionViewLayoutAttributes.representedElementKind
UICollectionViewLayoutAttributes.size
UICollectionViewLayoutAttributes.transform
UICollectionViewLayoutAttributes.transform3D
UICollectionViewLayoutAttributes.zIndex
UICollectionViewLayoutInvalidationContext
UICollectionViewLayoutInvalidationContext.contentOffsetAdjustment
UICollectionViewLayoutInvalidationContext.invalidateDataSourceCounts
UICollectionViewLayoutInvalidationContext.invalidateEverything
UICollectionViewListCell
UICollectionViewListCell.defaultContentConfiguration()
UICollectionViewUpdateItem
UICollectionViewUpdateItem.Action
UICollectionViewUpdateItem.Action.delete
UICollectionViewUpdateItem.Action.insert
UICollectionViewUpdateItem.Action.move
UICollectionViewUpdateItem.Action.none
UICollectionViewUpdateItem.Action.reload
UICollectionViewUpdateItem.indexPathAfterUpdate
UICollectionViewUpdateItem.indexPathBeforeUpdate
UICollectionViewUpdateItem.updateAction
UIColor
UIColor.black
UIColor.blue
UIColor.brown
UIColor.cgColor
UIColor.ciColor
UIColor.clear
UIColor.cyan
UIColor.darkGray
UIColor.darkText
UIColor.getHue(_:saturation:brightness:alpha:)
UIColor.getRed(_:green:blue:alpha:)
UIColor.getWhite(_:alpha:)
UIColor.gray
UIColor.green
UIColor.groupTableViewBackground
UIColor.init(cgColor:)
UIColor.init(ciColor:)
UIColor.init(coder:)
UIColor.init(displayP3Red:green:blue:alpha:)
UIColor.init(dynamicProvider:)
UIColor.init(hue:saturation:brightness:alpha:)
UIColor.init(patternImage:)
UIColor.init(red:green:blue:alpha:)
UIColor.init(white:alpha:)
UIColor.label
UIColor.lightGray
UIColor.lightText
UIColor.link
UIColor.magenta
UIColor.opaqueSeparator
UIColor.orange
UIColor.placeholderText
UIColor.purple
UIColor.quaternaryLabel
UIColor.quaternarySystemFill
UIColor.red
UIColor.resolvedColor(with:)
UIColor.secondaryLabel
UIColor.secondarySystemBackground
UIColor.secondarySystemFill
UIColor.secondarySystemGroupedBackground
UIColor.separator
UIColor.set()
UIColor.setFill()
UIColor.setStroke()
UIColor.systemBackground
UIColor.systemBlue
UIColor.systemBrown
UIColor.systemCyan
UIColor.systemFill
UIColor.systemGray
UIColor.systemGray2
UIColor.systemGray3
UIColor.systemGray4
UIColor.systemGray5
UIColor.systemGray6
UIColor.systemGreen
UIColor.systemGroupedBackground
UIColor.systemIndigo
UIColor.systemMint
UIColor.systemOrange
UIColor.systemPink
UIColor.systemPurple
UIColor.systemRed
UIColor.systemTeal
UIColor.systemYellow
UIColor.tertiaryLabel
UIColor.tertiarySystemBackground
UIColor.tertiarySystemFill
UIColor.tertiarySystemGroupedBackground
UIColor.tintColor
UIColor.white
UIColor.withAlphaComponent(_:)
UIColor.yellow
UIColorPickerViewController	not yet: pickers
UIColorPickerViewController.delegate	not yet: pickers
UIColorPickerViewController.selectedColor	not yet: pickers
UIColorPickerViewController.supportsAlpha	not yet: pickers
UIColorPickerViewControllerDelegate	not yet: pickers
UIColorPickerViewControllerDelegate.colorPickerViewControllerDidFinish(_:)	not yet: pickers
UIColorPickerViewControllerDelegate.colorPickerViewControllerDidSelectColor(_:)	not yet: pickers
UICommand
UICommand.propertyList
UIConfigurationColorTransformer
UIConfigurationColorTransformer.init(_:)
UIConfigurationState
UIContentConfiguration
UIContentConfiguration.updated
UIContentConfiguration.updated(for:)
UIContentContainer	not yet: the rest of controllers
UIContentContainer.preferredContentSize	not yet: the protocol; the classes declare it
UIContentContainer.preferredContentSizeDidChange(forChildContentContainer:)	not yet: the protocol; the classes declare it
UIContentContainer.size(forChildContentContainer:withParentContainerSize:)	not yet: the rest of controllers
UIContentContainer.viewWillTransition(to:with:)	not yet: the protocol; the classes declare it
UIContentContainer.willTransition(to:with:)	not yet: the rest of controllers
UIContentInsetsReference.readableContent
UIContentInsetsReference.safeArea
UIContentSizeCategory
UIContentSizeCategory.accessibilityExtraExtraExtraLarge
UIContentSizeCategory.accessibilityExtraExtraLarge
UIContentSizeCategory.accessibilityExtraLarge
UIContentSizeCategory.accessibilityLarge
UIContentSizeCategory.accessibilityMedium
UIContentSizeCategory.didChangeNotification
UIContentSizeCategory.extraExtraExtraLarge
UIContentSizeCategory.extraExtraLarge
UIContentSizeCategory.extraLarge
UIContentSizeCategory.extraSmall
UIContentSizeCategory.isAccessibilityCategory
UIContentSizeCategory.large
UIContentSizeCategory.medium
UIContentSizeCategory.newValueUserInfoKey
UIContentSizeCategory.small
UIContentSizeCategory.unspecified
UIContentSizeCategoryAdjusting
UIContentSizeCategoryAdjusting.adjustsFontForContentSizeCategory
UIContentView
UIContextMenuActionProvider	not yet: menus
UIContextMenuConfiguration
UIContextMenuConfiguration.identifier
UIContextMenuConfiguration.init(identifier:previewProvider:actionProvider:)
UIContextMenuContentPreviewProvider	not yet: menus
UIContextMenuInteraction
UIContextMenuInteraction.appearance()	not yet: the look of menus
UIContextMenuInteraction.init(delegate:)
UIContextMenuInteraction.view
UIContextMenuInteractionAnimating
UIContextMenuInteractionCommitAnimating
UIContextMenuInteractionCommitAnimating.addCompletion(_:)
UIContextMenuInteractionCommitAnimating.previewViewController
UIContextMenuInteractionDelegate
UIContextMenuInteractionDelegate.contextMenuInteraction(_:configurationForMenuAtLocation:)
UIContextMenuInteractionDelegate.contextMenuInteraction(_:previewForDismissingMenuWithConfiguration:)
UIContextMenuInteractionDelegate.contextMenuInteraction(_:previewForHighlightingMenuWithConfiguration:)
UIContextMenuInteractionDelegate.contextMenuInteraction(_:willDisplayMenuFor:animator:)
UIContextMenuInteractionDelegate.contextMenuInteraction(_:willEndFor:animator:)
UIContextMenuInteractionDelegate.contextMenuInteraction(_:willPerformPreviewActionForMenuWith:animator:)
UIContextualAction
UIContextualAction.Handler
UIContextualAction.Style
UIContextualAction.Style.destructive
UIContextualAction.Style.normal
UIContextualAction.backgroundColor
UIContextualAction.image
UIContextualAction.init(style:title:handler:)
UIContextualAction.title
UIControl
UIControl.ContentHorizontalAlignment
UIControl.ContentHorizontalAlignment.center
UIControl.ContentHorizontalAlignment.fill
UIControl.ContentHorizontalAlignment.leading
UIControl.ContentHorizontalAlignment.left
UIControl.ContentHorizontalAlignment.right
UIControl.ContentHorizontalAlignment.trailing
UIControl.ContentVerticalAlignment
UIControl.ContentVerticalAlignment.bottom
UIControl.ContentVerticalAlignment.center
UIControl.ContentVerticalAlignment.fill
UIControl.ContentVerticalAlignment.top
UIControl.Event
UIControl.Event.allEditingEvents
UIControl.Event.allEvents
UIControl.Event.allTouchEvents
UIControl.Event.applicationReserved
UIControl.Event.editingChanged
UIControl.Event.editingDidBegin
UIControl.Event.editingDidEnd
UIControl.Event.editingDidEndOnExit
UIControl.Event.menuActionTriggered
UIControl.Event.primaryActionTriggered
UIControl.Event.systemReserved
UIControl.Event.touchCancel
UIControl.Event.touchDown
UIControl.Event.touchDownRepeat
UIControl.Event.touchDragEnter
UIControl.Event.touchDragExit
UIControl.Event.touchDragInside
UIControl.Event.touchDragOutside
UIControl.Event.touchUpInside
UIControl.Event.touchUpOutside
UIControl.Event.valueChanged
UIControl.State
UIControl.State.application
UIControl.State.disabled
UIControl.State.focused
UIControl.State.highlighted
UIControl.State.normal
UIControl.State.reserved
UIControl.State.selected
UIControl.actions(forTarget:forControlEvent:)
UIControl.addAction(_:for:)
UIControl.addTarget(_:action:for:)
UIControl.allControlEvents
UIControl.allTargets
UIControl.beginTracking(_:with:)
UIControl.cancelTracking(with:)
UIControl.contentHorizontalAlignment
UIControl.contentVerticalAlignment
UIControl.contextMenuInteraction	not yet: menus
UIControl.continueTracking(_:with:)
UIControl.effectiveContentHorizontalAlignment
UIControl.endTracking(_:with:)
UIControl.enumerateEventHandlers(_:)
UIControl.init(coder:)
UIControl.init(frame:primaryAction:)
UIControl.isEnabled
UIControl.isHighlighted
UIControl.isSelected
UIControl.isTouchInside
UIControl.isTracking
UIControl.largeContentImage	not yet: the rest of controls
UIControl.largeContentTitle	not yet: the rest of controls
UIControl.removeAction(_:for:)
UIControl.removeAction(identifiedBy:for:)
UIControl.removeTarget(_:action:for:)
UIControl.scalesLargeContentImage	not yet: the rest of controls
UIControl.sendAction(_:)
UIControl.sendAction(_:to:for:)
UIControl.sendActions(for:)
UIControl.showsLargeContentViewer	not yet: the rest of controls
UIControl.showsMenuAsPrimaryAction
UIControl.state
UICoordinateSpace.bounds	not yet: the rest of views
UICoordinateSpace.convert(_:to:)	not yet: the rest of views
UICornerConfiguration	not yet: the rest of views
UICornerRadius	not yet: the rest of views
UICubicTimingParameters
UICubicTimingParameters.animationCurve
UICubicTimingParameters.controlPoint1
UICubicTimingParameters.controlPoint2
UICubicTimingParameters.cubicTimingParameters
UICubicTimingParameters.init(animationCurve:)
UICubicTimingParameters.init(controlPoint1:controlPoint2:)
UICubicTimingParameters.springTimingParameters
UICubicTimingParameters.timingCurveType
UIDataDetectorTypes	not yet: the rest of UIKit
UIDataDetectorTypes.all	not yet: the rest of UIKit
UIDatePicker
UIDatePicker.Mode
UIDatePicker.Mode.countDownTimer
UIDatePicker.Mode.dateAndTime
UIDatePicker.Mode.time
UIDatePicker.countDownDuration
UIDatePicker.date
UIDatePicker.datePickerMode
UIDatePicker.maximumDate
UIDatePicker.minimumDate
UIDatePicker.minuteInterval
UIDatePicker.preferredDatePickerStyle
UIDatePicker.setDate(_:animated:)
UIDatePickerStyle.inline
UIDatePickerStyle.wheels
UIDeferredMenuElement
UIDevice
UIDevice.BatteryState	not yet: life cycle of apps and scenes
UIDevice.batteryLevel
UIDevice.batteryState	not yet: life cycle of apps and scenes
UIDevice.batteryStateDidChangeNotification	not yet: life cycle of apps and scenes
UIDevice.beginGeneratingDeviceOrientationNotifications()
UIDevice.current
UIDevice.endGeneratingDeviceOrientationNotifications()
UIDevice.identifierForVendor	not yet: life cycle of apps and scenes
UIDevice.isBatteryMonitoringEnabled	not yet: life cycle of apps and scenes
UIDevice.isGeneratingDeviceOrientationNotifications
UIDevice.isMultitaskingSupported
UIDevice.localizedModel
UIDevice.model
UIDevice.name
UIDevice.orientation
UIDevice.orientationDidChangeNotification
UIDevice.playInputClick()	not yet: life cycle of apps and scenes
UIDevice.systemName
UIDevice.systemVersion
UIDevice.userInterfaceIdiom
UIDeviceOrientation
UIDeviceOrientation.faceDown
UIDeviceOrientation.faceUp
UIDeviceOrientation.isFlat
UIDeviceOrientation.isLandscape
UIDeviceOrientation.isPortrait
UIDeviceOrientation.isValidInterfaceOrientation
UIDeviceOrientation.landscapeLeft
UIDeviceOrientation.landscapeRight
UIDeviceOrientation.portrait
UIDeviceOrientation.portraitUpsideDown
UIDeviceOrientation.unknown
UIDisplayGamut
UIDisplayGamut.P3
UIDisplayGamut.SRGB
UIDisplayGamut.unspecified
UIDocument.fileURL	not yet: sharing, documents, pickers of images, printing
UIDocumentBrowserAction.Availability.navigationBar	not yet: sharing, documents, pickers of images, printing
UIDocumentInteractionController	not yet: sharing, documents, pickers of images, printing
UIDocumentInteractionController.delegate	not yet: sharing, documents, pickers of images, printing
UIDocumentInteractionController.init(url:)	not yet: sharing, documents, pickers of images, printing
UIDocumentInteractionController.name	not yet: sharing, documents, pickers of images, printing
UIDocumentInteractionController.presentOpenInMenu(from:in:animated:)	not yet: sharing, documents, pickers of images, printing
UIDocumentInteractionController.presentOptionsMenu(from:animated:)	not yet: sharing, documents, pickers of images, printing
UIDocumentInteractionController.presentOptionsMenu(from:in:animated:)	not yet: sharing, documents, pickers of images, printing
UIDocumentInteractionController.uti	not yet: sharing, documents, pickers of images, printing
UIDocumentInteractionControllerDelegate	not yet: sharing, documents, pickers of images, printing
UIDocumentInteractionControllerDelegate.documentInteractionControllerDidDismissOpenInMenu(_:)	not yet: sharing, documents, pickers of images, printing
UIDocumentInteractionControllerDelegate.documentInteractionControllerDidDismissOptionsMenu(_:)	not yet: sharing, documents, pickers of images, printing
UIDocumentInteractionControllerDelegate.documentInteractionControllerDidEndPreview(_:)	not yet: sharing, documents, pickers of images, printing
UIDocumentPickerDelegate	not yet: sharing, documents, pickers of images, printing
UIDocumentPickerDelegate.documentPicker(_:didPickDocumentsAt:)	not yet: sharing, documents, pickers of images, printing
UIDocumentPickerDelegate.documentPickerWasCancelled(_:)	not yet: sharing, documents, pickers of images, printing
UIDocumentPickerViewController	not yet: sharing, documents, pickers of images, printing
UIDocumentPickerViewController.allowsMultipleSelection	not yet: sharing, documents, pickers of images, printing
UIDocumentPickerViewController.delegate	not yet: sharing, documents, pickers of images, printing
UIDocumentPickerViewController.directoryURL	not yet: sharing, documents, pickers of images, printing
UIDocumentPickerViewController.init(forExporting:)	not yet: sharing, documents, pickers of images, printing
UIDocumentPickerViewController.shouldShowFileExtensions	not yet: sharing, documents, pickers of images, printing
UIDragDropSession.canLoadObjects(ofClass:)	not yet: drag and drop
UIDragInteraction	not yet: drag and drop
UIDragInteraction.allowsSimultaneousRecognitionDuringLift	not yet: drag and drop
UIDragInteraction.init(delegate:)	not yet: drag and drop
UIDragInteraction.isEnabled	not yet: drag and drop
UIDragInteractionDelegate	not yet: drag and drop
UIDragInteractionDelegate.dragInteraction(_:itemsForBeginning:)	not yet: drag and drop
UIDragInteractionDelegate.dragInteraction(_:sessionWillBegin:)	not yet: drag and drop
UIDragItem	not yet: drag and drop
UIDragItem.init(itemProvider:)	not yet: drag and drop
UIDragItem.localObject	not yet: drag and drop
UIDragItem.previewProvider	not yet: drag and drop
UIDragPreview	not yet: drag and drop
UIDragPreview.init(view:)	not yet: drag and drop
UIDragPreviewParameters	not yet: drag and drop
UIDragSession	not yet: drag and drop
UIDragSession.items	not yet: drag and drop
UIDropInteraction	not yet: drag and drop
UIDropInteraction.init(delegate:)	not yet: drag and drop
UIDropInteractionDelegate	not yet: drag and drop
UIDropInteractionDelegate.dropInteraction(_:canHandle:)	not yet: drag and drop
UIDropInteractionDelegate.dropInteraction(_:performDrop:)	not yet: drag and drop
UIDropInteractionDelegate.dropInteraction(_:sessionDidUpdate:)	not yet: drag and drop
UIDropOperation	not yet: drag and drop
UIDropOperation.forbidden	not yet: drag and drop
UIDropProposal	not yet: drag and drop
UIDropProposal.init(operation:)	not yet: drag and drop
UIDropProposal.operation	not yet: drag and drop
UIDropSession	not yet: drag and drop
UIDropSession.canLoadObjects(ofClass:)	not yet: drag and drop
UIDropSession.loadObjects(ofClass:completion:)	not yet: drag and drop
UIDropSession.localDragSession	not yet: drag and drop
UIDropSession.location(in:)	not yet: drag and drop
UIDynamicAnimator	not yet: dynamics and motion effects
UIDynamicAnimator.addBehavior(_:)	not yet: dynamics and motion effects
UIDynamicAnimator.init(referenceView:)	not yet: dynamics and motion effects
UIDynamicAnimator.removeAllBehaviors()	not yet: dynamics and motion effects
UIDynamicAnimator.removeBehavior(_:)	not yet: dynamics and motion effects
UIDynamicItemBehavior	not yet: dynamics and motion effects
UIDynamicItemBehavior.addAngularVelocity(_:for:)	not yet: dynamics and motion effects
UIDynamicItemBehavior.addLinearVelocity(_:for:)	not yet: dynamics and motion effects
UIDynamicItemBehavior.allowsRotation	not yet: dynamics and motion effects
UIDynamicItemBehavior.init(items:)	not yet: dynamics and motion effects
UIEdgeInsets
UIEdgeInsets.bottom
UIEdgeInsets.init()
UIEdgeInsets.init(top:left:bottom:right:)
UIEdgeInsets.left
UIEdgeInsets.right
UIEdgeInsets.top
UIEdgeInsets.zero
UIEdgeInsetsInsetRect(_:_:)
UIEdgeInsetsMake(_:_:_:_:)
UIEditMenuConfiguration	not yet: menus
UIEditMenuInteraction	not yet: menus
UIEditMenuInteraction.presentEditMenu	not yet: menus
UIEditMenuInteractionAnimating	not yet: menus
UIEditMenuInteractionDelegate	not yet: menus
UIEvent
UIEvent.ButtonMask
UIEvent.ButtonMask.button(_:)
UIEvent.ButtonMask.primary
UIEvent.ButtonMask.secondary
UIEvent.EventSubtype
UIEvent.EventSubtype.motionShake
UIEvent.EventSubtype.none
UIEvent.EventType
UIEvent.EventType.hover
UIEvent.EventType.motion
UIEvent.EventType.presses
UIEvent.EventType.remoteControl
UIEvent.EventType.scroll
UIEvent.EventType.touches
UIEvent.EventType.transform
UIEvent.allTouches
UIEvent.buttonMask
UIEvent.coalescedTouches(for:)
UIEvent.modifierFlags
UIEvent.predictedTouches(for:)
UIEvent.subtype
UIEvent.timestamp
UIEvent.touches(for:)
UIEvent.type
UIEventAttribution.destinationURL	not yet: the rest of gestures
UIFeedbackGenerator
UIFeedbackGenerator.prepare()
UIFieldBehavior.animationSpeed	not yet: dynamics and motion effects
UIFindInteraction.dismissFindNavigator	not yet: the rest of UIKit
UIFindInteraction.isFindNavigatorVisible	not yet: the rest of UIKit
UIFindInteraction.presentFindNavigator	not yet: the rest of UIKit
UIFocusAnimationCoordinator	not yet: pointers, pencils and focus
UIFocusEnvironment.didUpdateFocus(in:with:)	not yet: pointers, pencils and focus
UIFocusItem.focusEffect	not yet: pointers, pencils and focus
UIFocusItemScrollableContainer.contentOffset	not yet: the protocol; the classes declare it
UIFocusItemScrollableContainer.contentSize	not yet: the protocol; the classes declare it
UIFocusUpdateContext	not yet: pointers, pencils and focus
UIFocusUpdateContext.nextFocusedView	not yet: pointers, pencils and focus
UIFocusUpdateContext.previouslyFocusedView	not yet: pointers, pencils and focus
UIFont
UIFont.TextStyle
UIFont.TextStyle.body
UIFont.TextStyle.callout
UIFont.TextStyle.caption1
UIFont.TextStyle.caption2
UIFont.TextStyle.footnote
UIFont.TextStyle.headline
UIFont.TextStyle.largeTitle
UIFont.TextStyle.subheadline
UIFont.TextStyle.title1
UIFont.TextStyle.title2
UIFont.TextStyle.title3
UIFont.Weight
UIFont.Weight.black
UIFont.Weight.bold
UIFont.Weight.heavy
UIFont.Weight.init(_:)
UIFont.Weight.light
UIFont.Weight.medium
UIFont.Weight.regular
UIFont.Weight.semibold
UIFont.Weight.thin
UIFont.Weight.ultraLight
UIFont.ascender
UIFont.boldSystemFont(ofSize:)
UIFont.buttonFontSize
UIFont.capHeight
UIFont.descender
UIFont.familyName
UIFont.familyNames
UIFont.fontDescriptor
UIFont.fontName
UIFont.fontNames(forFamilyName:)
UIFont.init()
UIFont.init(coder:)
UIFont.init(descriptor:size:)
UIFont.init(name:size:)
UIFont.italicSystemFont(ofSize:)
UIFont.labelFontSize
UIFont.leading
UIFont.lineHeight
UIFont.monospacedDigitSystemFont(ofSize:weight:)
UIFont.monospacedSystemFont(ofSize:weight:)
UIFont.pointSize
UIFont.preferredFont(forTextStyle:)
UIFont.preferredFont(forTextStyle:compatibleWith:)
UIFont.smallSystemFontSize
UIFont.systemFont(ofSize:)
UIFont.systemFont(ofSize:weight:)
UIFont.systemFontSize
UIFont.withSize(_:)
UIFont.xHeight
UIFontDescriptor
UIFontDescriptor.AttributeName
UIFontDescriptor.AttributeName.face
UIFontDescriptor.AttributeName.family
UIFontDescriptor.AttributeName.featureSettings	not yet: the rest of colours, images, fonts and paths
UIFontDescriptor.AttributeName.name
UIFontDescriptor.AttributeName.size
UIFontDescriptor.AttributeName.traits
UIFontDescriptor.FeatureKey	not yet: the rest of colours, images, fonts and paths
UIFontDescriptor.SymbolicTraits
UIFontDescriptor.SymbolicTraits.traitBold
UIFontDescriptor.SymbolicTraits.traitCondensed
UIFontDescriptor.SymbolicTraits.traitExpanded
UIFontDescriptor.SymbolicTraits.traitItalic
UIFontDescriptor.SymbolicTraits.traitMonoSpace
UIFontDescriptor.SystemDesign
UIFontDescriptor.SystemDesign.default
UIFontDescriptor.SystemDesign.monospaced
UIFontDescriptor.SystemDesign.rounded
UIFontDescriptor.SystemDesign.serif
UIFontDescriptor.TraitKey
UIFontDescriptor.TraitKey.slant
UIFontDescriptor.TraitKey.symbolic
UIFontDescriptor.TraitKey.weight
UIFontDescriptor.TraitKey.width
UIFontDescriptor.addingAttributes(_:)
UIFontDescriptor.fontAttributes
UIFontDescriptor.init(fontAttributes:)
UIFontDescriptor.init(name:size:)
UIFontDescriptor.object(forKey:)
UIFontDescriptor.pointSize
UIFontDescriptor.postscriptName
UIFontDescriptor.preferredFontDescriptor(withTextStyle:)
UIFontDescriptor.preferredFontDescriptor(withTextStyle:compatibleWith:)	not yet: the rest of colours, images, fonts and paths
UIFontDescriptor.symbolicTraits
UIFontDescriptor.withDesign(_:)
UIFontDescriptor.withFace(_:)
UIFontDescriptor.withFamily(_:)
UIFontDescriptor.withSize(_:)
UIFontDescriptor.withSymbolicTraits(_:)
UIFontDescriptorSymbolicTraits	not yet: the rest of colours, images, fonts and paths
UIFontMetrics
UIFontMetrics.default
UIFontMetrics.init(forTextStyle:)
UIFontMetrics.scaledFont(for:)
UIFontMetrics.scaledFont(for:compatibleWith:)
UIFontMetrics.scaledFont(for:maximumPointSize:)
UIFontMetrics.scaledFont(for:maximumPointSize:compatibleWith:)
UIFontMetrics.scaledValue(for:)
UIFontMetrics.scaledValue(for:compatibleWith:)
UIForceTouchCapability
UIForceTouchCapability.available
UIForceTouchCapability.unavailable
UIForceTouchCapability.unknown
UIGestureRecognizer
UIGestureRecognizer.State
UIGestureRecognizer.State.began
UIGestureRecognizer.State.cancelled
UIGestureRecognizer.State.changed
UIGestureRecognizer.State.ended
UIGestureRecognizer.State.failed
UIGestureRecognizer.State.possible
UIGestureRecognizer.State.recognized
UIGestureRecognizer.addTarget(_:action:)
UIGestureRecognizer.allowedTouchTypes
UIGestureRecognizer.canBePrevented(by:)
UIGestureRecognizer.canPrevent(_:)
UIGestureRecognizer.cancelsTouchesInView
UIGestureRecognizer.delaysTouchesBegan
UIGestureRecognizer.delaysTouchesEnded
UIGestureRecognizer.delegate
UIGestureRecognizer.ignore(_:for:)
UIGestureRecognizer.init(target:action:)
UIGestureRecognizer.isEnabled
UIGestureRecognizer.location(in:)
UIGestureRecognizer.location(ofTouch:in:)
UIGestureRecognizer.name
UIGestureRecognizer.numberOfTouches
UIGestureRecognizer.removeTarget(_:action:)
UIGestureRecognizer.require(toFail:)
UIGestureRecognizer.requiresExclusiveTouchType
UIGestureRecognizer.reset()
UIGestureRecognizer.shouldBeRequiredToFail(by:)
UIGestureRecognizer.shouldReceive(_:)
UIGestureRecognizer.shouldRequireFailure(of:)
UIGestureRecognizer.state
UIGestureRecognizer.touchesBegan(_:with:)
UIGestureRecognizer.touchesCancelled(_:with:)
UIGestureRecognizer.touchesEnded(_:with:)
UIGestureRecognizer.touchesMoved(_:with:)
UIGestureRecognizer.view
UIGestureRecognizerDelegate
UIGestureRecognizerDelegate.gestureRecognizer(_:shouldBeRequiredToFailBy:)
UIGestureRecognizerDelegate.gestureRecognizer(_:shouldReceive:)
UIGestureRecognizerDelegate.gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:)
UIGestureRecognizerDelegate.gestureRecognizer(_:shouldRequireFailureOf:)
UIGestureRecognizerDelegate.gestureRecognizerShouldBegin(_:)
UIGlassEffect	not yet: the rest of views
UIGraphicsBeginImageContext(_:)
UIGraphicsBeginImageContextWithOptions(_:_:_:)
UIGraphicsBeginPDFContextToData(_:_:_:)
UIGraphicsBeginPDFContextToFile(_:_:_:)
UIGraphicsBeginPDFPage()
UIGraphicsBeginPDFPageWithInfo(_:_:)
UIGraphicsEndImageContext()
UIGraphicsEndPDFContext()
UIGraphicsGetCurrentContext()
UIGraphicsGetImageFromCurrentImageContext()
UIGraphicsGetPDFContextBounds()
UIGraphicsImageRenderer
UIGraphicsImageRenderer.DrawingActions
UIGraphicsImageRenderer.image(actions:)
UIGraphicsImageRenderer.init(bounds:)
UIGraphicsImageRenderer.init(bounds:format:)
UIGraphicsImageRenderer.init(size:)
UIGraphicsImageRenderer.init(size:format:)
UIGraphicsImageRenderer.jpegData(withCompressionQuality:actions:)
UIGraphicsImageRenderer.pngData(actions:)
UIGraphicsImageRenderer.runDrawingActions(_:completionActions:)
UIGraphicsImageRendererContext
UIGraphicsImageRendererContext.currentImage
UIGraphicsImageRendererFormat
UIGraphicsImageRendererFormat.Range
UIGraphicsImageRendererFormat.Range.automatic
UIGraphicsImageRendererFormat.Range.extended
UIGraphicsImageRendererFormat.Range.standard
UIGraphicsImageRendererFormat.Range.unspecified
UIGraphicsImageRendererFormat.init()
UIGraphicsImageRendererFormat.init(for:)
UIGraphicsImageRendererFormat.opaque
UIGraphicsImageRendererFormat.preferredRange
UIGraphicsImageRendererFormat.prefersExtendedRange
UIGraphicsImageRendererFormat.scale
UIGraphicsPDFRenderer
UIGraphicsPDFRenderer.DrawingActions
UIGraphicsPDFRenderer.init(bounds:)
UIGraphicsPDFRenderer.init(bounds:format:)
UIGraphicsPDFRenderer.pdfData(actions:)
UIGraphicsPDFRenderer.writePDF(to:withActions:)
UIGraphicsPDFRendererContext
UIGraphicsPDFRendererContext.addDestination(withName:at:)
UIGraphicsPDFRendererContext.beginPage()
UIGraphicsPDFRendererContext.beginPage(withBounds:pageInfo:)
UIGraphicsPDFRendererContext.pdfContextBounds
UIGraphicsPDFRendererContext.setDestinationWithName(_:for:)
UIGraphicsPDFRendererContext.setURL(_:for:)
UIGraphicsPDFRendererFormat
UIGraphicsPDFRendererFormat.documentInfo
UIGraphicsPDFRendererFormat.init()
UIGraphicsPopContext()
UIGraphicsPushContext(_:)
UIGraphicsRenderer
UIGraphicsRenderer.allowsImageOutput
UIGraphicsRenderer.format
UIGraphicsRenderer.init(bounds:)
UIGraphicsRenderer.init(bounds:format:)
UIGraphicsRendererContext
UIGraphicsRendererContext.cgContext
UIGraphicsRendererContext.clip(to:)
UIGraphicsRendererContext.fill(_:)
UIGraphicsRendererContext.fill(_:blendMode:)
UIGraphicsRendererContext.format
UIGraphicsRendererContext.stroke(_:)
UIGraphicsRendererContext.stroke(_:blendMode:)
UIGraphicsRendererFormat
UIGraphicsRendererFormat.bounds
UIGraphicsRendererFormat.default()
UIGraphicsRendererFormat.preferred()
UIHostingConfiguration	not yet: configurations of cells
UIHostingConfiguration.margins	not yet: configurations of cells
UIHostingController	never: SwiftUI
UIHoverGestureRecognizer
UIHoverGestureRecognizer.zOffset
UIHoverStyle	not yet: pointers, pencils and focus
UIImage
UIImage.Orientation
UIImage.Orientation.down
UIImage.Orientation.downMirrored
UIImage.Orientation.left
UIImage.Orientation.leftMirrored
UIImage.Orientation.right
UIImage.Orientation.rightMirrored
UIImage.Orientation.up
UIImage.Orientation.upMirrored
UIImage.RenderingMode
UIImage.RenderingMode.alwaysOriginal
UIImage.RenderingMode.alwaysTemplate
UIImage.RenderingMode.automatic
UIImage.ResizingMode
UIImage.ResizingMode.stretch
UIImage.ResizingMode.tile
UIImage.SymbolConfiguration
UIImage.SymbolConfiguration.init(font:)
UIImage.SymbolConfiguration.init(pointSize:)
UIImage.SymbolConfiguration.init(pointSize:weight:)
UIImage.SymbolConfiguration.init(pointSize:weight:scale:)
UIImage.SymbolConfiguration.init(scale:)
UIImage.SymbolConfiguration.init(textStyle:)
UIImage.SymbolConfiguration.init(weight:)
UIImage.alignmentRectInsets
UIImage.animatedImage(with:duration:)
UIImage.animatedImageNamed(_:duration:)
UIImage.animatedResizableImageNamed(_:capInsets:resizingMode:duration:)
UIImage.applyingSymbolConfiguration(_:)
UIImage.byPreparingForDisplay()
UIImage.byPreparingThumbnail(ofSize:)
UIImage.capInsets
UIImage.cgImage
UIImage.ciImage
UIImage.draw(at:)
UIImage.draw(at:blendMode:alpha:)
UIImage.draw(in:)
UIImage.draw(in:blendMode:alpha:)
UIImage.drawAsPattern(in:)
UIImage.duration
UIImage.flipsForRightToLeftLayoutDirection
UIImage.imageAsset	not yet: asset catalogues
UIImage.imageFlippedForRightToLeftLayoutDirection()
UIImage.imageOrientation
UIImage.imageRendererFormat
UIImage.imageWithTintColor	not yet: the rest of colours, images, fonts and paths
UIImage.imageWithoutBaseline()	not yet: the rest of colours, images, fonts and paths
UIImage.images
UIImage.init(cgImage:)
UIImage.init(cgImage:scale:orientation:)
UIImage.init(ciImage:)
UIImage.init(ciImage:scale:orientation:)
UIImage.init(coder:)
UIImage.init(contentsOfFile:)
UIImage.init(data:scale:)
UIImage.init(imageLiteralResourceName:)
UIImage.init(named:)
UIImage.init(named:in:compatibleWith:)
UIImage.init(named:in:with:)	not yet: asset catalogues
UIImage.init(systemName:)
UIImage.init(systemName:withConfiguration:)
UIImage.isSymbolImage
UIImage.jpegData(compressionQuality:)
UIImage.leftCapWidth
UIImage.pngData()
UIImage.preparingForDisplay()
UIImage.preparingThumbnail(of:)
UIImage.renderingMode
UIImage.resizableImage(withCapInsets:)
UIImage.resizableImage(withCapInsets:resizingMode:)
UIImage.resizingMode
UIImage.scale
UIImage.size
UIImage.stretchableImage(withLeftCapWidth:topCapHeight:)
UIImage.topCapHeight
UIImage.withAlignmentRectInsets(_:)
UIImage.withConfiguration(_:)
UIImage.withHorizontallyFlippedOrientation()
UIImage.withRenderingMode(_:)
UIImage.withTintColor(_:)
UIImage.withTintColor(_:renderingMode:)
UIImageAsset	not yet: asset catalogues
UIImageAsset.image(with:)	not yet: asset catalogues
UIImageAsset.register(_:with:)	not yet: asset catalogues
UIImagePickerController	not yet: sharing, documents, pickers of images, printing
UIImagePickerController.CameraDevice.front	not yet: sharing, documents, pickers of images, printing
UIImagePickerController.InfoKey	not yet: sharing, documents, pickers of images, printing
UIImagePickerController.InfoKey.editedImage	not yet: sharing, documents, pickers of images, printing
UIImagePickerController.InfoKey.originalImage	not yet: sharing, documents, pickers of images, printing
UIImagePickerController.SourceType	not yet: sharing, documents, pickers of images, printing
UIImagePickerController.SourceType.camera	not yet: bars, their items and appearance
UIImagePickerController.SourceType.photoLibrary	not yet: sharing, documents, pickers of images, printing
UIImagePickerController.allowsEditing	not yet: sharing, documents, pickers of images, printing
UIImagePickerController.isSourceTypeAvailable(_:)	not yet: sharing, documents, pickers of images, printing
UIImagePickerController.sourceType	not yet: sharing, documents, pickers of images, printing
UIImagePickerControllerDelegate	not yet: sharing, documents, pickers of images, printing
UIImagePickerControllerDelegate.imagePickerController(_:didFinishPickingMediaWithInfo:)	not yet: sharing, documents, pickers of images, printing
UIImagePickerControllerDelegate.imagePickerControllerDidCancel(_:)	not yet: sharing, documents, pickers of images, printing
UIImageView
UIImageView.adjustsImageSizeForAccessibilityContentSizeCategory	not yet: the rest of views
UIImageView.animationDuration
UIImageView.animationImages
UIImageView.animationRepeatCount
UIImageView.highlightedAnimationImages
UIImageView.highlightedImage
UIImageView.image
UIImageView.init(coder:)
UIImageView.init(frame:)
UIImageView.init(image:)
UIImageView.init(image:highlightedImage:)
UIImageView.isAnimating
UIImageView.isHighlighted
UIImageView.preferredSymbolConfiguration
UIImageView.startAnimating()
UIImageView.stopAnimating()
UIImpactFeedbackGenerator
UIImpactFeedbackGenerator.FeedbackStyle
UIImpactFeedbackGenerator.FeedbackStyle.heavy
UIImpactFeedbackGenerator.FeedbackStyle.light
UIImpactFeedbackGenerator.FeedbackStyle.medium
UIImpactFeedbackGenerator.FeedbackStyle.rigid
UIImpactFeedbackGenerator.FeedbackStyle.soft
UIImpactFeedbackGenerator.impactOccurred()
UIImpactFeedbackGenerator.impactOccurred(intensity:)
UIImpactFeedbackGenerator.init(style:)
UIInputView	not yet: the rest of text input
UIInputView.Style	not yet: the rest of text input
UIInputView.Style.keyboard	not yet: the rest of text input
UIInputView.allowsSelfSizing	not yet: the rest of text input
UIInputViewAudioFeedback	not yet: the rest of text input
UIInputViewController	not yet: the rest of text input
UIInterfaceOrientation
UIInterfaceOrientation.isLandscape
UIInterfaceOrientation.isPortrait
UIInterfaceOrientation.landscapeLeft
UIInterfaceOrientation.landscapeRight
UIInterfaceOrientation.portrait
UIInterfaceOrientation.portraitUpsideDown
UIInterfaceOrientation.unknown
UIInterfaceOrientationMask
UIInterfaceOrientationMask.all
UIInterfaceOrientationMask.allButUpsideDown
UIInterfaceOrientationMask.landscape
UIInterfaceOrientationMask.landscapeLeft
UIInterfaceOrientationMask.landscapeRight
UIInterfaceOrientationMask.portrait
UIInterfaceOrientationMask.portraitUpsideDown
UIInterpolatingMotionEffect	not yet: dynamics and motion effects
UIInterpolatingMotionEffect.EffectType.tiltAlongHorizontalAxis	not yet: dynamics and motion effects
UIInterpolatingMotionEffect.EffectType.tiltAlongVerticalAxis	not yet: dynamics and motion effects
UIInterpolatingMotionEffect.init(keyPath:type:)	not yet: dynamics and motion effects
UIInterpolatingMotionEffect.maximumRelativeValue	not yet: dynamics and motion effects
UIInterpolatingMotionEffect.minimumRelativeValue	not yet: dynamics and motion effects
UIKey
UIKey.characters
UIKey.charactersIgnoringModifiers
UIKey.keyCode	not yet: key commands
UIKey.modifierFlags
UIKeyCommand
UIKeyCommand.init(input:modifierFlags:action:)
UIKeyCommand.init(title:image:action:input:modifierFlags:propertyList:alternates:discoverabilityTitle:attributes:state:)
UIKeyCommand.input
UIKeyCommand.inputDownArrow
UIKeyCommand.inputEscape
UIKeyCommand.inputLeftArrow
UIKeyCommand.inputRightArrow
UIKeyCommand.inputUpArrow
UIKeyCommand.wantsPriorityOverSystemBehavior
UIKeyInput
UIKeyInput.deleteBackward()
UIKeyInput.hasText
UIKeyInput.insertText(_:)
UIKeyModifierFlags
UIKeyModifierFlags.alphaShift
UIKeyModifierFlags.alternate
UIKeyModifierFlags.command
UIKeyModifierFlags.control
UIKeyModifierFlags.numericPad
UIKeyModifierFlags.shift
UIKeyboardAppearance
UIKeyboardAppearance.dark
UIKeyboardAppearance.default
UIKeyboardAppearance.light
UIKeyboardHIDUsage.keyboardEscape	not yet: key commands
UIKeyboardHIDUsage.keyboardTab	not yet: key commands
UIKeyboardType
UIKeyboardType.URL
UIKeyboardType.asciiCapable
UIKeyboardType.asciiCapableNumberPad
UIKeyboardType.decimalPad
UIKeyboardType.default
UIKeyboardType.emailAddress
UIKeyboardType.namePhonePad
UIKeyboardType.numberPad
UIKeyboardType.numbersAndPunctuation
UIKeyboardType.phonePad
UIKeyboardType.twitter
UIKeyboardType.webSearch
UILabel
UILabel.adjustsFontForContentSizeCategory
UILabel.adjustsFontSizeToFitWidth
UILabel.allowsDefaultTighteningForTruncation	not yet: the rest of views
UILabel.attributedText
UILabel.baselineAdjustment
UILabel.drawText(in:)
UILabel.font
UILabel.highlightedTextColor
UILabel.init(coder:)
UILabel.init(frame:)
UILabel.isEnabled
UILabel.isHighlighted
UILabel.lineBreakMode
UILabel.lineBreakStrategy	not yet: the rest of views
UILabel.minimumScaleFactor
UILabel.numberOfLines
UILabel.preferredMaxLayoutWidth
UILabel.shadowColor
UILabel.shadowOffset
UILabel.showsLargeContentViewer	not yet: the rest of accessibility
UILabel.text
UILabel.textAlignment
UILabel.textColor
UILabel.textRect(forBounds:limitedToNumberOfLines:)
UILargeContentViewerInteraction	not yet: the rest of accessibility
UILargeContentViewerItem.largeContentTitle	not yet: the rest of accessibility
UILayoutGuide
UILayoutGuide.bottomAnchor
UILayoutGuide.centerXAnchor
UILayoutGuide.centerYAnchor
UILayoutGuide.heightAnchor
UILayoutGuide.layoutFrame
UILayoutGuide.leadingAnchor
UILayoutGuide.leftAnchor
UILayoutGuide.owningView
UILayoutGuide.rightAnchor
UILayoutGuide.topAnchor
UILayoutGuide.trailingAnchor
UILayoutGuide.widthAnchor
UILayoutPriority
UILayoutPriority.defaultHigh
UILayoutPriority.defaultLow
UILayoutPriority.dragThatCanResizeScene
UILayoutPriority.dragThatCannotResizeScene
UILayoutPriority.fittingSizeLevel
UILayoutPriority.init(_:)
UILayoutPriority.required
UILayoutPriority.sceneSizeStayPut
UILayoutSupport
UILayoutSupport.length
UILayoutSupport.topAnchor	not yet: layout guides
UILegibilityWeight
UILegibilityWeight.bold
UILegibilityWeight.regular
UILegibilityWeight.unspecified
UIListContentConfiguration
UIListContentConfiguration.ImageProperties.accessibilityIgnoresInvertColors
UIListContentConfiguration.ImageProperties.preferredSymbolConfiguration	not yet: symbols
UIListContentConfiguration.TextProperties.allowsDefaultTighteningForTruncation	not yet: the rest of views
UIListContentConfiguration.cell()
UIListContentConfiguration.imageProperties
UIListContentConfiguration.prefersSideBySideTextAndSecondaryText
UIListContentConfiguration.secondaryAttributedText
UIListContentConfiguration.secondaryText
UIListContentConfiguration.secondaryTextProperties
UIListContentConfiguration.textProperties
UIListContentConfiguration.valueCell()
UIListSeparatorConfiguration.bottomSeparatorInsets
UIListSeparatorConfiguration.bottomSeparatorVisibility
UIListSeparatorConfiguration.topSeparatorInsets
UIListSeparatorConfiguration.topSeparatorVisibility
UILocalizedIndexedCollation	not yet: the rest of tables and collections
UILocalizedIndexedCollation.current()	not yet: the rest of tables and collections
UILocalizedIndexedCollation.sectionTitles	not yet: the rest of tables and collections
UILongPressGestureRecognizer
UILongPressGestureRecognizer.allowableMovement
UILongPressGestureRecognizer.init(target:action:)
UILongPressGestureRecognizer.minimumPressDuration
UILongPressGestureRecognizer.numberOfTapsRequired
UILongPressGestureRecognizer.numberOfTouchesRequired
UIMarkupTextPrintFormatter	not yet: the rest of UIKit
UIMarkupTextPrintFormatter.init(markupText:)	not yet: the rest of UIKit
UIMenu
UIMenu.Identifier
UIMenu.Options
UIMenu.Options.displayInline
UIMenu.init(title:image:identifier:options:children:)	not yet: menus
UIMenuBuilder	not yet: key commands
UIMenuBuilder.insertChild(_:atStartOfMenu:)	not yet: key commands
UIMenuBuilder.insertSibling(_:beforeMenu:)	not yet: key commands
UIMenuBuilder.menu(for:)	not yet: key commands
UIMenuBuilder.remove(menu:)	not yet: key commands
UIMenuBuilder.replace(menu:with:)	not yet: key commands
UIMenuBuilder.system	not yet: key commands
UIMenuController	not yet: menus
UIMenuController.arrowDirection	not yet: menus
UIMenuController.hideMenu()	not yet: menus
UIMenuController.isMenuVisible	not yet: menus
UIMenuController.menuFrame	not yet: menus
UIMenuController.menuItems	not yet: menus
UIMenuController.setMenuVisible(_:animated:)	not yet: menus
UIMenuController.setTargetRect(_:in:)	not yet: menus
UIMenuController.shared	not yet: menus
UIMenuController.showMenu(from:rect:)	not yet: menus
UIMenuController.willHideMenuNotification	not yet: menus
UIMenuController.willShowMenuNotification	not yet: menus
UIMenuElement
UIMenuElement.Attributes
UIMenuElement.Attributes.destructive
UIMenuElement.Attributes.disabled
UIMenuElement.Attributes.hidden
UIMenuElement.State
UIMenuElement.State.mixed
UIMenuElement.State.off
UIMenuElement.State.on
UIMenuElement.image
UIMenuElement.title
UIMenuItem	not yet: menus
UIMenuItem.init(title:action:)	not yet: menus
UIMenuSystem	not yet: key commands
UIMenuSystem.main	not yet: key commands
UIMenuSystem.setNeedsRebuild()	not yet: key commands
UIModalPresentationStyle
UIModalPresentationStyle.automatic
UIModalPresentationStyle.currentContext
UIModalPresentationStyle.custom
UIModalPresentationStyle.formSheet
UIModalPresentationStyle.fullScreen
UIModalPresentationStyle.none
UIModalPresentationStyle.overCurrentContext
UIModalPresentationStyle.overFullScreen
UIModalPresentationStyle.pageSheet
UIModalPresentationStyle.popover
UIModalTransitionStyle
UIModalTransitionStyle.coverVertical
UIModalTransitionStyle.crossDissolve
UIModalTransitionStyle.flipHorizontal
UIModalTransitionStyle.partialCurl
UIMotionEffectGroup	not yet: dynamics and motion effects
UIMotionEffectGroup.motionEffects	not yet: dynamics and motion effects
UIMutableApplicationShortcutItem	never: a service of Apple's systems
UIMutableApplicationShortcutItem.init(type:localizedTitle:localizedSubtitle:icon:userInfo:)	never: a service of Apple's systems
UIMutableTraits
UIMutableTraits.accessibilityContrast
UIMutableTraits.activeAppearance
UIMutableTraits.displayGamut
UIMutableTraits.displayScale
UIMutableTraits.forceTouchCapability
UIMutableTraits.horizontalSizeClass
UIMutableTraits.layoutDirection
UIMutableTraits.legibilityWeight
UIMutableTraits.preferredContentSizeCategory
UIMutableTraits.userInterfaceIdiom
UIMutableTraits.userInterfaceLevel
UIMutableTraits.userInterfaceStyle
UIMutableTraits.verticalSizeClass
UINavigationBar
UINavigationBar.backIndicatorImage
UINavigationBar.backIndicatorTransitionMaskImage
UINavigationBar.barStyle
UINavigationBar.barTintColor
UINavigationBar.compactAppearance
UINavigationBar.compactScrollEdgeAppearance
UINavigationBar.init(coder:)
UINavigationBar.init(frame:)
UINavigationBar.isTranslucent
UINavigationBar.largeTitleTextAttributes
UINavigationBar.prefersLargeTitles
UINavigationBar.scrollEdgeAppearance
UINavigationBar.setBackgroundImage(_:for:)
UINavigationBar.setItems(_:animated:)
UINavigationBar.shadowImage
UINavigationBar.standardAppearance
UINavigationBar.titleTextAttributes
UINavigationBar.topItem
UINavigationBarAppearance
UINavigationBarAppearance.backButtonAppearance
UINavigationBarAppearance.backIndicatorImage
UINavigationBarAppearance.backIndicatorTransitionMaskImage
UINavigationBarAppearance.largeTitleTextAttributes
UINavigationBarAppearance.setBackIndicatorImage(_:transitionMaskImage:)
UINavigationBarAppearance.titleTextAttributes
UINavigationBarDelegate
UINavigationBarDelegate.navigationBar(_:shouldPop:)
UINavigationController
UINavigationController.Operation
UINavigationController.Operation.none
UINavigationController.Operation.pop
UINavigationController.Operation.push
UINavigationController.delegate
UINavigationController.hideShowBarDuration	not yet: the rest of controllers
UINavigationController.init(coder:)
UINavigationController.init(rootViewController:)
UINavigationController.interactivePopGestureRecognizer
UINavigationController.isNavigationBarHidden
UINavigationController.isToolbarHidden
UINavigationController.navigationBar
UINavigationController.popToRootViewController(animated:)
UINavigationController.popToViewController(_:animated:)
UINavigationController.popViewController(animated:)
UINavigationController.pushViewController(_:animated:)
UINavigationController.setNavigationBarHidden(_:animated:)
UINavigationController.setToolbarHidden(_:animated:)
UINavigationController.setViewControllers(_:animated:)
UINavigationController.toolbar
UINavigationController.topViewController
UINavigationController.viewControllers
UINavigationController.visibleViewController
UINavigationControllerDelegate
UINavigationControllerDelegate.navigationController(_:animationControllerFor:from:to:)
UINavigationControllerDelegate.navigationController(_:didShow:animated:)
UINavigationControllerDelegate.navigationController(_:interactionControllerFor:)
UINavigationControllerDelegate.navigationController(_:willShow:animated:)
UINavigationControllerDelegate.navigationControllerPreferredInterfaceOrientationForPresentation(_:)	not yet: the rest of controllers
UINavigationControllerDelegate.navigationControllerSupportedInterfaceOrientations(_:)	not yet: the rest of controllers
UINavigationItem
UINavigationItem.BackButtonDisplayMode
UINavigationItem.LargeTitleDisplayMode
UINavigationItem.backBarButtonItem
UINavigationItem.backButtonDisplayMode
UINavigationItem.backButtonTitle
UINavigationItem.compactAppearance
UINavigationItem.compactScrollEdgeAppearance
UINavigationItem.hidesBackButton
UINavigationItem.hidesSearchBarWhenScrolling
UINavigationItem.init(title:)
UINavigationItem.largeTitleDisplayMode
UINavigationItem.leftBarButtonItem
UINavigationItem.leftBarButtonItems
UINavigationItem.preferredSearchBarPlacement
UINavigationItem.prompt
UINavigationItem.rightBarButtonItem
UINavigationItem.rightBarButtonItems
UINavigationItem.scrollEdgeAppearance
UINavigationItem.searchBarPlacementAllowsExternalIntegration	not yet: bars, their items and appearance
UINavigationItem.searchBarPlacementBarButtonItem	not yet: bars, their items and appearance
UINavigationItem.searchController
UINavigationItem.setHidesBackButton(_:animated:)
UINavigationItem.setLeftBarButton(_:animated:)
UINavigationItem.setRightBarButton(_:animated:)
UINavigationItem.setRightBarButtonItems(_:animated:)
UINavigationItem.standardAppearance
UINavigationItem.subtitle
UINavigationItem.subtitleView
UINavigationItem.title
UINavigationItem.titleView
UINib
UINib.OptionsKey
UINib.init(nibName:bundle:)
UINib.instantiate(withOwner:options:)
UINotificationFeedbackGenerator
UINotificationFeedbackGenerator.FeedbackType
UINotificationFeedbackGenerator.FeedbackType.error
UINotificationFeedbackGenerator.FeedbackType.success
UINotificationFeedbackGenerator.FeedbackType.warning
UINotificationFeedbackGenerator.notificationOccurred(_:)
UIOffset
UIOffset.horizontal
UIOffset.init()
UIOffset.init(horizontal:vertical:)
UIOffset.vertical
UIOffset.zero
UIOpenURLContext
UIOpenURLContext.options
UIOpenURLContext.url
UIPageControl
UIPageControl.BackgroundStyle.minimal
UIPageControl.backgroundStyle
UIPageControl.currentPage
UIPageControl.currentPageIndicatorTintColor
UIPageControl.hidesForSinglePage
UIPageControl.init(coder:)
UIPageControl.numberOfPages
UIPageControl.pageIndicatorTintColor
UIPageControl.size(forNumberOfPages:)
UIPageViewController
UIPageViewController.NavigationDirection
UIPageViewController.dataSource
UIPageViewController.delegate
UIPageViewController.init(transitionStyle:navigationOrientation:options:)
UIPageViewController.setViewControllers(_:direction:animated:completion:)
UIPageViewController.viewControllers
UIPageViewControllerDataSource
UIPageViewControllerDataSource.pageViewController(_:viewControllerAfter:)
UIPageViewControllerDataSource.pageViewController(_:viewControllerBefore:)
UIPageViewControllerDataSource.presentationCount(for:)
UIPageViewControllerDataSource.presentationIndex(for:)
UIPageViewControllerDelegate
UIPageViewControllerDelegate.pageViewController(_:didFinishAnimating:previousViewControllers:transitionCompleted:)
UIPageViewControllerDelegate.pageViewController(_:willTransitionTo:)
UIPanGestureRecognizer
UIPanGestureRecognizer.allowedScrollTypesMask
UIPanGestureRecognizer.init(target:action:)
UIPanGestureRecognizer.maximumNumberOfTouches
UIPanGestureRecognizer.minimumNumberOfTouches
UIPanGestureRecognizer.setTranslation(_:in:)
UIPanGestureRecognizer.translation(in:)
UIPanGestureRecognizer.velocity(in:)
UIPasteboard
UIPasteboard.DetectionPattern.number	not yet: the rest of UIKit
UIPasteboard.OptionsKey	not yet: the rest of UIKit
UIPasteboard.OptionsKey.expirationDate	not yet: the rest of UIKit
UIPasteboard.OptionsKey.localOnly	not yet: the rest of UIKit
UIPasteboard.changeCount
UIPasteboard.changedNotification
UIPasteboard.color
UIPasteboard.colors
UIPasteboard.general
UIPasteboard.hasColors
UIPasteboard.hasImages
UIPasteboard.hasStrings
UIPasteboard.hasURLs
UIPasteboard.image
UIPasteboard.images
UIPasteboard.setItems(_:options:)	not yet: the rest of UIKit
UIPasteboard.string
UIPasteboard.strings
UIPasteboard.typeAutomatic	not yet: the rest of UIKit
UIPasteboard.url
UIPasteboard.urls
UIPercentDrivenInteractiveTransition
UIPercentDrivenInteractiveTransition.cancel()
UIPercentDrivenInteractiveTransition.completionCurve
UIPercentDrivenInteractiveTransition.completionSpeed
UIPercentDrivenInteractiveTransition.duration
UIPercentDrivenInteractiveTransition.finish()
UIPercentDrivenInteractiveTransition.pause()
UIPercentDrivenInteractiveTransition.percentComplete
UIPercentDrivenInteractiveTransition.startInteractiveTransition(_:)
UIPercentDrivenInteractiveTransition.update(_:)
UIPercentDrivenInteractiveTransition.wantsInteractiveStart
UIPickerView
UIPickerView.dataSource
UIPickerView.delegate
UIPickerView.init(frame:)
UIPickerView.reloadAllComponents()
UIPickerView.reloadComponent(_:)
UIPickerView.selectRow(_:inComponent:animated:)
UIPickerView.selectedRow(inComponent:)
UIPickerViewDataSource
UIPickerViewDataSource.numberOfComponents(in:)
UIPickerViewDataSource.pickerView(_:numberOfRowsInComponent:)
UIPickerViewDelegate
UIPickerViewDelegate.pickerView(_:attributedTitleForRow:forComponent:)
UIPickerViewDelegate.pickerView(_:didSelectRow:inComponent:)
UIPickerViewDelegate.pickerView(_:titleForRow:forComponent:)
UIPinchGestureRecognizer
UIPinchGestureRecognizer.init(target:action:)
UIPinchGestureRecognizer.scale
UIPinchGestureRecognizer.velocity
UIPointerEffect	not yet: pointers, pencils and focus
UIPointerEffect.highlight	not yet: pointers, pencils and focus
UIPointerEffect.lift	not yet: pointers, pencils and focus
UIPointerInteraction	not yet: pointers, pencils and focus
UIPointerInteraction.init(delegate:)	not yet: pointers, pencils and focus
UIPointerInteraction.view	not yet: pointers, pencils and focus
UIPointerInteractionAnimating	not yet: pointers, pencils and focus
UIPointerInteractionDelegate	not yet: pointers, pencils and focus
UIPointerInteractionDelegate.pointerInteraction(_:regionFor:defaultRegion:)	not yet: pointers, pencils and focus
UIPointerInteractionDelegate.pointerInteraction(_:styleFor:)	not yet: pointers, pencils and focus
UIPointerInteractionDelegate.pointerInteraction(_:willEnter:animator:)	not yet: pointers, pencils and focus
UIPointerInteractionDelegate.pointerInteraction(_:willExit:animator:)	not yet: pointers, pencils and focus
UIPointerRegion	not yet: pointers, pencils and focus
UIPointerRegion.identifier	not yet: pointers, pencils and focus
UIPointerRegion.init(rect:identifier:)	not yet: pointers, pencils and focus
UIPointerRegionRequest	not yet: pointers, pencils and focus
UIPointerRegionRequest.location	not yet: pointers, pencils and focus
UIPointerRegionRequest.modifiers	not yet: pointers, pencils and focus
UIPointerShape	not yet: pointers, pencils and focus
UIPointerShape.roundedRect	not yet: pointers, pencils and focus
UIPointerStyle	not yet: pointers, pencils and focus
UIPointerStyle.init(effect:shape:)	not yet: pointers, pencils and focus
UIPopoverArrowDirection
UIPopoverBackgroundView.arrowDirection	not yet: menus
UIPopoverController.passthroughViews	not yet: popovers and sheets
UIPopoverPresentationController
UIPopoverPresentationController.backgroundColor
UIPopoverPresentationController.barButtonItem
UIPopoverPresentationController.init(presentedViewController:presenting:)
UIPopoverPresentationController.passthroughViews
UIPopoverPresentationController.permittedArrowDirections
UIPopoverPresentationController.sourceItem
UIPopoverPresentationController.sourceRect
UIPopoverPresentationController.sourceView
UIPopoverPresentationControllerDelegate
UIPopoverPresentationControllerDelegate.popoverPresentationController	not yet: popovers and sheets
UIPopoverPresentationControllerDelegate.popoverPresentationController(_:willRepositionPopoverTo:in:)	not yet: popovers and sheets
UIPopoverPresentationControllerDelegate.popoverPresentationControllerDidDismissPopover(_:)	not yet: popovers and sheets
UIPopoverPresentationControllerDelegate.prepareForPopoverPresentation(_:)
UIPopoverPresentationControllerSourceItem
UIPresentationController
UIPresentationController.containerView
UIPresentationController.containerViewDidLayoutSubviews()
UIPresentationController.containerViewWillLayoutSubviews()
UIPresentationController.delegate	not yet: popovers and sheets
UIPresentationController.dismissalTransitionDidEnd(_:)
UIPresentationController.dismissalTransitionWillBegin()
UIPresentationController.frameOfPresentedViewInContainerView
UIPresentationController.init(presentedViewController:presenting:)
UIPresentationController.presentationStyle
UIPresentationController.presentationTransitionDidEnd(_:)
UIPresentationController.presentationTransitionWillBegin()
UIPresentationController.presentedView
UIPresentationController.presentedViewController
UIPresentationController.presentingViewController
UIPresentationController.shouldPresentInFullscreen
UIPresentationController.shouldRemovePresentersView
UIPresentationController.size(forChildContentContainer:withParentContainerSize:)	not yet: popovers and sheets
UIPresentationController.traitCollection	not yet: popovers and sheets
UIPresentationController.viewWillTransition(to:with:)	not yet: popovers and sheets
UIPresentationController.willTransition(to:with:)	not yet: popovers and sheets
UIPress
UIPress.Phase
UIPress.Phase.began
UIPress.Phase.cancelled
UIPress.Phase.changed
UIPress.Phase.ended
UIPress.Phase.stationary
UIPress.force
UIPress.key
UIPress.phase
UIPress.responder
UIPress.timestamp
UIPress.window
UIPressesEvent
UIPressesEvent.allPresses
UIPreviewParameters
UIPreviewParameters.backgroundColor
UIPreviewParameters.visiblePath
UIPreviewTarget
UIPreviewTarget.init(container:center:)
UIPrintFormatter	never: a service of Apple's systems
UIPrintFormatter.maximumContentWidth	never: a service of Apple's systems
UIPrintFormatter.pageCount	never: a service of Apple's systems
UIPrintFormatter.perPageContentInsets	never: a service of Apple's systems
UIPrintFormatter.printPageRenderer	never: a service of Apple's systems
UIPrintInfo	never: a service of Apple's systems
UIPrintInfo.Duplex.longEdge	never: a service of Apple's systems
UIPrintInfo.OutputType.photo	never: a service of Apple's systems
UIPrintInfo.duplex	never: a service of Apple's systems
UIPrintInfo.init(dictionary:)	never: a service of Apple's systems
UIPrintInfo.jobName	never: a service of Apple's systems
UIPrintInfo.orientation	never: a service of Apple's systems
UIPrintInfo.outputType	never: a service of Apple's systems
UIPrintInteractionController	never: a service of Apple's systems
UIPrintInteractionController.present(animated:completionHandler:)	never: a service of Apple's systems
UIPrintInteractionController.printInfo	never: a service of Apple's systems
UIPrintInteractionController.printPageRenderer	never: a service of Apple's systems
UIPrintInteractionController.printingItem	never: a service of Apple's systems
UIPrintInteractionController.shared	never: a service of Apple's systems
UIPrintInteractionControllerDelegate	never: a service of Apple's systems
UIPrintInteractionControllerDelegate.printInteractionController(_:choosePaper:)	never: a service of Apple's systems
UIPrintInteractionControllerDelegate.printInteractionController(_:cutLengthFor:)	never: a service of Apple's systems
UIPrintPageRenderer	never: a service of Apple's systems
UIPrintPageRenderer.addPrintFormatter(_:startingAtPageAt:)	never: a service of Apple's systems
UIPrintPageRenderer.drawFooterForPage(at:in:)	never: a service of Apple's systems
UIPrintPageRenderer.drawHeaderForPage(at:in:)	never: a service of Apple's systems
UIPrintPageRenderer.footerHeight	never: a service of Apple's systems
UIPrintPageRenderer.headerHeight	never: a service of Apple's systems
UIPrintPageRenderer.paperRect	never: a service of Apple's systems
UIPrintPaper	never: a service of Apple's systems
UIPrintPaper.bestPaper(forPageSize:withPapersFrom:)	never: a service of Apple's systems
UIPrinter.JobTypes.photo	never: a service of Apple's systems
UIPrinterPickerController.present(animated:completionHandler:)	never: a service of Apple's systems
UIProgressView
UIProgressView.Style
UIProgressView.Style.bar
UIProgressView.Style.default
UIProgressView.init(coder:)
UIProgressView.init(progressViewStyle:)
UIProgressView.observedProgress	not yet: the rest of controls
UIProgressView.progress
UIProgressView.progressImage
UIProgressView.progressTintColor
UIProgressView.progressViewStyle
UIProgressView.setProgress(_:animated:)
UIProgressView.trackImage
UIProgressView.trackTintColor
UIRectClip(_:)
UIRectCorner
UIRectCorner.allCorners
UIRectCorner.bottomLeft
UIRectCorner.bottomRight
UIRectCorner.topLeft
UIRectCorner.topRight
UIRectEdge
UIRectEdge.all
UIRectEdge.bottom
UIRectEdge.left
UIRectEdge.right
UIRectEdge.top
UIRectFill(_:)
UIRectFillUsingBlendMode(_:_:)
UIRectFrame(_:)
UIRectFrameUsingBlendMode(_:_:)
UIRefreshControl
UIRefreshControl.attributedTitle
UIRefreshControl.beginRefreshing()
UIRefreshControl.endRefreshing()
UIRefreshControl.init(coder:)
UIRefreshControl.isRefreshing
UIResponder
UIResponder.becomeFirstResponder()
UIResponder.buildMenu(with:)	not yet: key commands
UIResponder.canBecomeFirstResponder
UIResponder.canPerformAction(_:withSender:)
UIResponder.canResignFirstResponder
UIResponder.inputAccessoryView
UIResponder.inputAssistantItem	not yet: the rest of text input
UIResponder.inputView
UIResponder.isFirstResponder
UIResponder.keyCommands
UIResponder.keyboardAnimationCurveUserInfoKey
UIResponder.keyboardAnimationDurationUserInfoKey
UIResponder.keyboardDidChangeFrameNotification
UIResponder.keyboardDidHideNotification
UIResponder.keyboardDidShowNotification
UIResponder.keyboardFrameBeginUserInfoKey
UIResponder.keyboardFrameEndUserInfoKey
UIResponder.keyboardIsLocalUserInfoKey
UIResponder.keyboardWillChangeFrameNotification
UIResponder.keyboardWillHideNotification
UIResponder.keyboardWillShowNotification
UIResponder.motionBegan(_:with:)
UIResponder.motionCancelled(_:with:)
UIResponder.motionEnded(_:with:)
UIResponder.next
UIResponder.pressesBegan(_:with:)
UIResponder.pressesCancelled(_:with:)
UIResponder.pressesChanged(_:with:)
UIResponder.pressesEnded(_:with:)
UIResponder.reloadInputViews()
UIResponder.resignFirstResponder()
UIResponder.target(forAction:withSender:)
UIResponder.touchesBegan(_:with:)
UIResponder.touchesCancelled(_:with:)
UIResponder.touchesEnded(_:with:)
UIResponder.touchesEstimatedPropertiesUpdated(_:)
UIResponder.touchesMoved(_:with:)
UIResponder.undoManager	not yet: the rest of views
UIResponder.userActivity	not yet: life cycle of apps and scenes
UIResponderStandardEditActions	not yet: the rest of text input
UIResponderStandardEditActions.align	not yet: the rest of text input
UIResponderStandardEditActions.copy(_:)	not yet: the rest of text input
UIResponderStandardEditActions.delete(_:)	not yet: the rest of text input
UIResponderStandardEditActions.paste(_:)	not yet: the rest of text input
UIResponderStandardEditActions.selectAll(_:)	not yet: the rest of text input
UIReturnKeyType
UIReturnKeyType.continue
UIReturnKeyType.default
UIReturnKeyType.done
UIReturnKeyType.emergencyCall
UIReturnKeyType.go
UIReturnKeyType.google
UIReturnKeyType.join
UIReturnKeyType.next
UIReturnKeyType.route
UIReturnKeyType.search
UIReturnKeyType.send
UIReturnKeyType.yahoo
UIRotationGestureRecognizer
UIRotationGestureRecognizer.rotation
UIRotationGestureRecognizer.velocity
UIScene
UIScene.ActivationRequestOptions
UIScene.ActivationRequestOptions.requestingScene
UIScene.ActivationState
UIScene.ActivationState.background
UIScene.ActivationState.foregroundActive
UIScene.ActivationState.foregroundInactive
UIScene.ActivationState.unattached
UIScene.ConnectionOptions
UIScene.ConnectionOptions.notificationResponse	not yet: life cycle of apps and scenes
UIScene.ConnectionOptions.shortcutItem
UIScene.ConnectionOptions.sourceApplication
UIScene.ConnectionOptions.urlContexts
UIScene.ConnectionOptions.userActivities
UIScene.OpenURLOptions.sourceApplication
UIScene.activationConditions	not yet: life cycle of apps and scenes
UIScene.activationState
UIScene.delegate
UIScene.didActivateNotification
UIScene.didEnterBackgroundNotification
UIScene.session
UIScene.title
UIScene.willDeactivateNotification
UISceneActivationConditions.canActivateForTargetContentIdentifierPredicate	not yet: life cycle of apps and scenes
UISceneActivationConditions.prefersToActivateForTargetContentIdentifierPredicate	not yet: life cycle of apps and scenes
UISceneConfiguration
UISceneConfiguration.delegateClass
UISceneConfiguration.init(name:sessionRole:)
UISceneDelegate
UISceneDelegate.scene(_:continue:)
UISceneDelegate.scene(_:didUpdate:)	not yet: life cycle of apps and scenes
UISceneDelegate.scene(_:openURLContexts:)
UISceneDelegate.scene(_:willConnectTo:options:)
UISceneDelegate.sceneDidBecomeActive(_:)
UISceneDelegate.sceneDidDisconnect(_:)
UISceneDelegate.sceneDidEnterBackground(_:)
UISceneDelegate.sceneWillEnterForeground(_:)
UISceneDelegate.sceneWillResignActive(_:)
UISceneDelegate.stateRestorationActivity(for:)
UISceneSession
UISceneSession.Role
UISceneSession.Role.windowApplication
UISceneSession.configuration
UISceneSession.persistentIdentifier
UISceneSession.role
UISceneSession.stateRestorationActivity
UISceneSession.userInfo
UIScreen
UIScreen.applicationFrame
UIScreen.bounds
UIScreen.brightness
UIScreen.brightnessDidChangeNotification	not yet: life cycle of apps and scenes
UIScreen.coordinateSpace	not yet: life cycle of apps and scenes
UIScreen.fixedCoordinateSpace	not yet: life cycle of apps and scenes
UIScreen.main
UIScreen.maximumFramesPerSecond
UIScreen.nativeBounds
UIScreen.nativeScale
UIScreen.scale
UIScreen.screens
UIScreen.traitCollection
UIScreenEdgePanGestureRecognizer
UIScreenEdgePanGestureRecognizer.edges
UIScreenEdgePanGestureRecognizer.init(target:action:)
UIScreenshotService	not yet: life cycle of apps and scenes
UIScreenshotService.delegate	not yet: life cycle of apps and scenes
UIScreenshotService.windowScene	not yet: life cycle of apps and scenes
UIScreenshotServiceDelegate	not yet: life cycle of apps and scenes
UIScreenshotServiceDelegate.screenshotService	not yet: life cycle of apps and scenes
UIScreenshotServiceDelegate.screenshotService(_:generatePDFRepresentationWithCompletion:)	not yet: life cycle of apps and scenes
UIScrollTypeMask
UIScrollTypeMask.all
UIScrollTypeMask.continuous
UIScrollTypeMask.discrete
UIScrollView
UIScrollView.ContentInsetAdjustmentBehavior
UIScrollView.ContentInsetAdjustmentBehavior.always
UIScrollView.ContentInsetAdjustmentBehavior.automatic
UIScrollView.ContentInsetAdjustmentBehavior.never
UIScrollView.ContentInsetAdjustmentBehavior.scrollableAxes
UIScrollView.DecelerationRate
UIScrollView.DecelerationRate.fast
UIScrollView.DecelerationRate.normal
UIScrollView.IndicatorStyle
UIScrollView.IndicatorStyle.black
UIScrollView.IndicatorStyle.default
UIScrollView.IndicatorStyle.white
UIScrollView.KeyboardDismissMode
UIScrollView.KeyboardDismissMode.interactive
UIScrollView.KeyboardDismissMode.none
UIScrollView.KeyboardDismissMode.onDrag
UIScrollView.adjustedContentInset
UIScrollView.adjustedContentInsetDidChange()
UIScrollView.alwaysBounceHorizontal
UIScrollView.alwaysBounceVertical
UIScrollView.bottomEdgeEffect	not yet: the rest of scroll views
UIScrollView.bounces
UIScrollView.bouncesZoom
UIScrollView.contentInset
UIScrollView.contentInsetAdjustmentBehavior
UIScrollView.contentLayoutGuide
UIScrollView.contentOffset
UIScrollView.contentSize
UIScrollView.decelerationRate
UIScrollView.delaysContentTouches
UIScrollView.delegate
UIScrollView.flashScrollIndicators()
UIScrollView.frameLayoutGuide
UIScrollView.horizontalScrollIndicatorInsets
UIScrollView.indicatorStyle
UIScrollView.init(coder:)
UIScrollView.init(frame:)
UIScrollView.isDecelerating
UIScrollView.isDirectionalLockEnabled
UIScrollView.isDragging
UIScrollView.isPagingEnabled
UIScrollView.isScrollEnabled
UIScrollView.isTracking
UIScrollView.isZoomBouncing
UIScrollView.isZooming
UIScrollView.keyboardDismissMode
UIScrollView.maximumZoomScale
UIScrollView.minimumZoomScale
UIScrollView.panGestureRecognizer
UIScrollView.pinchGestureRecognizer
UIScrollView.refreshControl
UIScrollView.scrollIndicatorInsets
UIScrollView.scrollRectToVisible(_:animated:)
UIScrollView.scrollsToTop
UIScrollView.setContentOffset(_:animated:)
UIScrollView.setZoomScale(_:animated:)
UIScrollView.showsHorizontalScrollIndicator
UIScrollView.showsVerticalScrollIndicator
UIScrollView.touchesShouldCancel(in:)
UIScrollView.verticalScrollIndicatorInsets
UIScrollView.zoom(to:animated:)
UIScrollView.zoomScale
UIScrollViewAccessibilityDelegate	not yet: the rest of scroll views
UIScrollViewAccessibilityDelegate.accessibilityScrollStatus(for:)	not yet: the rest of accessibility
UIScrollViewDelegate
UIScrollViewDelegate.scrollViewDidChangeAdjustedContentInset(_:)
UIScrollViewDelegate.scrollViewDidEndDecelerating(_:)
UIScrollViewDelegate.scrollViewDidEndDragging(_:willDecelerate:)
UIScrollViewDelegate.scrollViewDidEndScrollingAnimation(_:)
UIScrollViewDelegate.scrollViewDidEndZooming(_:with:atScale:)
UIScrollViewDelegate.scrollViewDidScroll(_:)
UIScrollViewDelegate.scrollViewDidScrollToTop(_:)
UIScrollViewDelegate.scrollViewDidZoom(_:)
UIScrollViewDelegate.scrollViewShouldScrollToTop(_:)
UIScrollViewDelegate.scrollViewWillBeginDecelerating(_:)
UIScrollViewDelegate.scrollViewWillBeginDragging(_:)
UIScrollViewDelegate.scrollViewWillBeginZooming(_:with:)
UIScrollViewDelegate.scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)
UIScrollViewDelegate.viewForZooming(in:)
UISearchBar
UISearchBar.Style.minimal
UISearchBar.accessibilityIdentifier
UISearchBar.delegate
UISearchBar.enablesReturnKeyAutomatically
UISearchBar.init(frame:)
UISearchBar.isTranslucent
UISearchBar.placeholder
UISearchBar.returnKeyType
UISearchBar.scopeBarBackgroundImage
UISearchBar.scopeButtonTitles
UISearchBar.searchBarStyle
UISearchBar.searchTextField
UISearchBar.selectedScopeButtonIndex
UISearchBar.setShowsCancelButton(_:animated:)
UISearchBar.setShowsScope(_:animated:)
UISearchBar.showsCancelButton
UISearchBar.showsScopeBar
UISearchBar.text
UISearchBarDelegate
UISearchBarDelegate.searchBar(_:selectedScopeButtonIndexDidChange:)
UISearchBarDelegate.searchBar(_:textDidChange:)
UISearchBarDelegate.searchBarCancelButtonClicked(_:)
UISearchBarDelegate.searchBarSearchButtonClicked(_:)
UISearchBarDelegate.searchBarShouldBeginEditing(_:)
UISearchBarDelegate.searchBarTextDidBeginEditing(_:)
UISearchBarDelegate.searchBarTextDidEndEditing(_:)
UISearchController
UISearchController.automaticallyShowsScopeBar
UISearchController.delegate
UISearchController.hidesNavigationBarDuringPresentation
UISearchController.init(searchResultsController:)
UISearchController.isActive
UISearchController.obscuresBackgroundDuringPresentation
UISearchController.searchBar
UISearchController.searchResultsUpdater
UISearchControllerDelegate
UISearchControllerDelegate.willDismissSearchController(_:)
UISearchControllerDelegate.willPresentSearchController(_:)
UISearchResultsUpdating
UISearchResultsUpdating.updateSearchResults(for:)
UISearchTextField
UISearchTextField.autocapitalizationType
UISearchTextField.autocorrectionType
UISearchTextField.returnKeyType
UISearchTextFieldDelegate.searchTextField	not yet: searching
UISegmentedControl
UISegmentedControl.actionForSegment(at:)
UISegmentedControl.apportionsSegmentWidthsByContent
UISegmentedControl.imageForSegment(at:)
UISegmentedControl.init(coder:)
UISegmentedControl.init(frame:)
UISegmentedControl.init(frame:actions:)
UISegmentedControl.init(items:)
UISegmentedControl.insertSegment(action:at:animated:)
UISegmentedControl.insertSegment(with:at:animated:)
UISegmentedControl.insertSegment(withTitle:at:animated:)
UISegmentedControl.isEnabledForSegment(at:)
UISegmentedControl.isMomentary
UISegmentedControl.noSegment
UISegmentedControl.numberOfSegments
UISegmentedControl.removeAllSegments()
UISegmentedControl.removeSegment(at:animated:)
UISegmentedControl.selectedSegmentIndex
UISegmentedControl.selectedSegmentTintColor
UISegmentedControl.setEnabled(_:forSegmentAt:)
UISegmentedControl.setImage(_:forSegmentAt:)
UISegmentedControl.setTitle(_:forSegmentAt:)
UISegmentedControl.setTitleTextAttributes(_:for:)
UISegmentedControl.setWidth(_:forSegmentAt:)
UISegmentedControl.titleForSegment(at:)
UISegmentedControl.titleTextAttributes(for:)
UISegmentedControl.widthForSegment(at:)
UISelectionFeedbackGenerator
UISelectionFeedbackGenerator.selectionChanged()
UISemanticContentAttribute
UISemanticContentAttribute.forceLeftToRight
UISemanticContentAttribute.forceRightToLeft
UISemanticContentAttribute.playback
UISemanticContentAttribute.spatial
UISemanticContentAttribute.unspecified
UISheetPresentationController
UISheetPresentationController.Detent
UISheetPresentationController.Detent.Identifier
UISheetPresentationController.prefersGrabberVisible
UISheetPresentationController.selectedDetentIdentifier
UISheetPresentationController.widthFollowsPreferredContentSizeWhenEdgeAttached	not yet: popovers and sheets
UISheetPresentationControllerDelegate
UISimpleTextPrintFormatter	not yet: the rest of UIKit
UISimpleTextPrintFormatter.color	not yet: the rest of UIKit
UISlider
UISlider.currentMaximumTrackImage
UISlider.currentMinimumTrackImage
UISlider.currentThumbImage
UISlider.init(coder:)
UISlider.init(frame:)
UISlider.isContinuous
UISlider.maximumTrackImage(for:)
UISlider.maximumTrackTintColor
UISlider.maximumValue
UISlider.maximumValueImage
UISlider.maximumValueImageRect(forBounds:)
UISlider.minimumTrackImage(for:)
UISlider.minimumTrackTintColor
UISlider.minimumValue
UISlider.minimumValueImage
UISlider.minimumValueImageRect(forBounds:)
UISlider.setMaximumTrackImage(_:for:)
UISlider.setMinimumTrackImage(_:for:)
UISlider.setThumbImage(_:for:)
UISlider.setValue(_:animated:)
UISlider.thumbImage(for:)
UISlider.thumbRect(forBounds:trackRect:value:)
UISlider.thumbTintColor
UISlider.trackConfiguration	not yet: the rest of controls
UISlider.trackRect(forBounds:)
UISlider.value
UISplitViewController
UISplitViewController.BackgroundStyle.sidebar
UISplitViewController.Column
UISplitViewController.Column.compact
UISplitViewController.Column.supplementary
UISplitViewController.DisplayMode
UISplitViewController.DisplayMode.allVisible
UISplitViewController.DisplayMode.automatic
UISplitViewController.DisplayMode.init(rawValue:)	not yet: split views
UISplitViewController.DisplayMode.oneBesideSecondary
UISplitViewController.DisplayMode.oneOverSecondary
UISplitViewController.DisplayMode.primaryHidden
UISplitViewController.DisplayMode.secondaryOnly
UISplitViewController.DisplayMode.twoBesideSecondary
UISplitViewController.DisplayMode.twoDisplaceSecondary
UISplitViewController.DisplayMode.twoOverSecondary
UISplitViewController.SplitBehavior
UISplitViewController.Style
UISplitViewController.Style.doubleColumn
UISplitViewController.automaticDimension
UISplitViewController.delegate
UISplitViewController.displayMode
UISplitViewController.displayModeButtonItem
UISplitViewController.displayModeButtonVisibility
UISplitViewController.hide(_:)
UISplitViewController.init(style:)
UISplitViewController.isCollapsed
UISplitViewController.isShowing(_:)
UISplitViewController.maximumPrimaryColumnWidth
UISplitViewController.maximumSupplementaryColumnWidth
UISplitViewController.minimumPrimaryColumnWidth
UISplitViewController.minimumSecondaryColumnWidth
UISplitViewController.minimumSupplementaryColumnWidth
UISplitViewController.preferredDisplayMode
UISplitViewController.preferredPrimaryColumnWidth
UISplitViewController.preferredPrimaryColumnWidthFraction
UISplitViewController.preferredSecondaryColumnWidth
UISplitViewController.preferredSplitBehavior
UISplitViewController.preferredSupplementaryColumnWidth
UISplitViewController.preferredSupplementaryColumnWidthFraction
UISplitViewController.presentsWithGesture
UISplitViewController.primaryBackgroundStyle
UISplitViewController.primaryColumnWidth
UISplitViewController.primaryEdge
UISplitViewController.setViewController(_:for:)
UISplitViewController.show(_:)
UISplitViewController.showsSecondaryOnlyButton
UISplitViewController.splitBehavior
UISplitViewController.supplementaryColumnWidth
UISplitViewController.traitCollection
UISplitViewController.viewController(for:)
UISplitViewController.viewControllers
UISplitViewController.viewWillTransition(to:with:)
UISplitViewControllerDelegate
UISplitViewControllerDelegate.primaryViewController(forCollapsing:)
UISplitViewControllerDelegate.primaryViewController(forExpanding:)
UISplitViewControllerDelegate.splitViewController(_:collapseSecondary:onto:)
UISplitViewControllerDelegate.splitViewController(_:displayModeForExpandingToProposedDisplayMode:)
UISplitViewControllerDelegate.splitViewController(_:separateSecondaryFrom:)
UISplitViewControllerDelegate.splitViewController(_:show:sender:)
UISplitViewControllerDelegate.splitViewController(_:showDetail:sender:)
UISplitViewControllerDelegate.splitViewController(_:topColumnForCollapsingToProposedTopColumn:)
UISplitViewControllerDelegate.splitViewController(_:willChangeTo:)
UISplitViewControllerDelegate.splitViewController(_:willHide:)
UISplitViewControllerDelegate.splitViewController(_:willShow:)
UISplitViewControllerDelegate.splitViewControllerDidCollapse(_:)
UISplitViewControllerDelegate.splitViewControllerDidExpand(_:)
UISplitViewControllerDelegate.splitViewControllerInteractivePresentationGestureDidEnd(_:)
UISplitViewControllerDelegate.splitViewControllerInteractivePresentationGestureWillBegin(_:)
UISplitViewControllerDelegate.splitViewControllerSupportedInterfaceOrientations(_:)
UISplitViewControllerDelegate.targetDisplayModeForAction(in:)
UISplitViewControllerDisplayMode.oneBesideSecondary	not yet: split views
UISpringLoadedInteractionEffect.interaction(_:didChangeWith:)	not yet: drag and drop
UISpringTimingParameters
UISpringTimingParameters.cubicTimingParameters
UISpringTimingParameters.init(dampingRatio:)
UISpringTimingParameters.init(dampingRatio:initialVelocity:)
UISpringTimingParameters.init(duration:bounce:initialVelocity:)
UISpringTimingParameters.init(mass:stiffness:damping:initialVelocity:)
UISpringTimingParameters.initialVelocity
UISpringTimingParameters.settlingDuration
UISpringTimingParameters.springTimingParameters
UISpringTimingParameters.timingCurveType
UIStackView
UIStackView.Alignment
UIStackView.Alignment.bottom
UIStackView.Alignment.center
UIStackView.Alignment.fill
UIStackView.Alignment.firstBaseline
UIStackView.Alignment.lastBaseline
UIStackView.Alignment.leading
UIStackView.Alignment.top
UIStackView.Alignment.trailing
UIStackView.Distribution
UIStackView.Distribution.equalCentering
UIStackView.Distribution.equalSpacing
UIStackView.Distribution.fill
UIStackView.Distribution.fillEqually
UIStackView.Distribution.fillProportionally
UIStackView.addArrangedSubview(_:)
UIStackView.alignment
UIStackView.arrangedSubviews
UIStackView.axis
UIStackView.customSpacing(after:)
UIStackView.distribution
UIStackView.init(arrangedSubviews:)
UIStackView.init(coder:)
UIStackView.init(frame:)
UIStackView.insertArrangedSubview(_:at:)
UIStackView.isBaselineRelativeArrangement
UIStackView.isLayoutMarginsRelativeArrangement
UIStackView.removeArrangedSubview(_:)
UIStackView.setCustomSpacing(_:after:)
UIStackView.spacing
UIStackView.spacingUseDefault
UIStatusBarAnimation
UIStatusBarAnimation.fade
UIStatusBarAnimation.none
UIStatusBarAnimation.slide
UIStatusBarManager
UIStatusBarManager.isStatusBarHidden
UIStatusBarManager.statusBarFrame
UIStatusBarManager.statusBarStyle
UIStatusBarStyle
UIStatusBarStyle.darkContent
UIStatusBarStyle.default
UIStatusBarStyle.lightContent
UIStepper
UIStepper.autorepeat
UIStepper.init(coder:)
UIStepper.isContinuous
UIStepper.maximumValue
UIStepper.minimumValue
UIStepper.stepValue
UIStepper.value
UIStepper.wraps
UIStoryboard
UIStoryboard.init(name:bundle:)
UIStoryboard.instantiateInitialViewController(creator:)
UIStoryboard.instantiateViewController(identifier:creator:)
UIStoryboard.instantiateViewController(withIdentifier:)
UIStoryboardSegue
UIStoryboardSegue.destination
UIStoryboardSegue.identifier
UIStoryboardSegue.perform()
UIStoryboardSegue.source
UIStoryboardUnwindSegueSource.source
UISwipeActionsConfiguration
UISwipeActionsConfiguration.init(actions:)
UISwipeActionsConfiguration.performsFirstActionWithFullSwipe
UISwipeGestureRecognizer
UISwipeGestureRecognizer.Direction
UISwipeGestureRecognizer.Direction.down
UISwipeGestureRecognizer.Direction.left
UISwipeGestureRecognizer.Direction.right
UISwipeGestureRecognizer.Direction.up
UISwipeGestureRecognizer.direction
UISwipeGestureRecognizer.init(target:action:)
UISwipeGestureRecognizer.numberOfTouchesRequired
UISwitch
UISwitch.init(coder:)
UISwitch.init(frame:)
UISwitch.isOn
UISwitch.onTintColor
UISwitch.setOn(_:animated:)
UISwitch.thumbTintColor
UITabBar
UITabBar.barStyle
UITabBar.barTintColor
UITabBar.delegate
UITabBar.init(coder:)
UITabBar.isTranslucent
UITabBar.items
UITabBar.scrollEdgeAppearance
UITabBar.selectedItem
UITabBar.setItems(_:animated:)
UITabBar.shadowImage
UITabBar.standardAppearance
UITabBar.unselectedItemTintColor
UITabBarAppearance
UITabBarAppearance.compactInlineLayoutAppearance
UITabBarAppearance.inlineLayoutAppearance
UITabBarAppearance.stackedLayoutAppearance
UITabBarController
UITabBarController.delegate
UITabBarController.selectedIndex
UITabBarController.selectedViewController
UITabBarController.setViewControllers(_:animated:)
UITabBarController.tabBar
UITabBarController.viewControllers
UITabBarControllerDelegate
UITabBarControllerDelegate.tabBarController(_:animationControllerForTransitionFrom:to:)	not yet: the rest of controllers
UITabBarControllerDelegate.tabBarController(_:didSelect:)
UITabBarControllerDelegate.tabBarController(_:interactionControllerFor:)	not yet: the rest of controllers
UITabBarControllerDelegate.tabBarController(_:shouldSelect:)
UITabBarDelegate
UITabBarDelegate.tabBar(_:didSelect:)
UITabBarItem
UITabBarItem.accessibilityIdentifier
UITabBarItem.badgeColor
UITabBarItem.badgeTextAttributes(for:)
UITabBarItem.badgeValue
UITabBarItem.init(title:image:selectedImage:)
UITabBarItem.init(title:image:tag:)
UITabBarItem.selectedImage
UITabBarItemAppearance
UITabBarItemAppearance.Style.inline
UITabBarItemAppearance.Style.stacked
UITabBarItemAppearance.disabled
UITabBarItemAppearance.focused
UITabBarItemAppearance.normal
UITabBarItemAppearance.selected
UITabBarItemStateAppearance.badgeBackgroundColor
UITabBarItemStateAppearance.badgeTextAttributes(for:)	not yet: bars, their items and appearance
UITabBarItemStateAppearance.iconColor
UITableView
UITableView.RowAnimation
UITableView.RowAnimation.automatic
UITableView.RowAnimation.bottom
UITableView.RowAnimation.fade
UITableView.RowAnimation.left
UITableView.RowAnimation.middle
UITableView.RowAnimation.none
UITableView.RowAnimation.right
UITableView.RowAnimation.top
UITableView.ScrollPosition
UITableView.ScrollPosition.bottom
UITableView.ScrollPosition.middle
UITableView.ScrollPosition.none
UITableView.ScrollPosition.top
UITableView.Style
UITableView.Style.grouped
UITableView.Style.insetGrouped
UITableView.Style.plain
UITableView.allowsFocus	not yet: pointers, pencils and focus
UITableView.allowsMultipleSelection
UITableView.allowsMultipleSelectionDuringEditing
UITableView.allowsSelection
UITableView.allowsSelectionDuringEditing
UITableView.automaticDimension
UITableView.backgroundView
UITableView.beginUpdates()
UITableView.cellForRow(at:)
UITableView.cellLayoutMarginsFollowReadableWidth
UITableView.dataSource
UITableView.delegate
UITableView.deleteRows(at:with:)
UITableView.deleteSections(_:with:)
UITableView.dequeueReusableCell(withIdentifier:)
UITableView.dequeueReusableCell(withIdentifier:for:)
UITableView.dequeueReusableHeaderFooterView(withIdentifier:)
UITableView.deselectRow(at:animated:)
UITableView.dragDelegate	not yet: drag and drop
UITableView.dragInteractionEnabled	not yet: drag and drop
UITableView.dropDelegate	not yet: drag and drop
UITableView.endUpdates()
UITableView.estimatedRowHeight
UITableView.estimatedSectionFooterHeight
UITableView.estimatedSectionHeaderHeight
UITableView.footerView(forSection:)
UITableView.hasActiveDrag	not yet: the rest of tables and collections
UITableView.hasActiveDrop	not yet: the rest of tables and collections
UITableView.headerView(forSection:)
UITableView.indexPath(for:)
UITableView.indexPathForRow(at:)
UITableView.indexPathForSelectedRow
UITableView.indexPathsForRows(in:)
UITableView.indexPathsForSelectedRows
UITableView.indexPathsForVisibleRows
UITableView.init(coder:)
UITableView.init(frame:)
UITableView.init(frame:style:)
UITableView.insertRows(at:with:)
UITableView.insertSections(_:with:)
UITableView.isEditing
UITableView.moveRow(at:to:)
UITableView.moveSection(_:toSection:)
UITableView.numberOfRows(inSection:)
UITableView.numberOfSections
UITableView.performBatchUpdates(_:completion:)
UITableView.rect(forSection:)
UITableView.rectForFooter(inSection:)
UITableView.rectForHeader(inSection:)
UITableView.rectForRow(at:)
UITableView.register(_:forCellReuseIdentifier:)
UITableView.register(_:forHeaderFooterViewReuseIdentifier:)
UITableView.reloadData()
UITableView.reloadRows(at:with:)
UITableView.reloadSections(_:with:)
UITableView.rowHeight
UITableView.scrollToNearestSelectedRow(at:animated:)
UITableView.scrollToRow(at:at:animated:)
UITableView.sectionFooterHeight
UITableView.sectionHeaderHeight
UITableView.sectionHeaderTopPadding
UITableView.sectionIndexColor	not yet: the rest of tables and collections
UITableView.selectRow(at:animated:scrollPosition:)
UITableView.separatorColor
UITableView.separatorInset
UITableView.separatorStyle
UITableView.setEditing(_:animated:)
UITableView.style
UITableView.tableFooterView
UITableView.tableHeaderView
UITableView.visibleCells
UITableViewCell
UITableViewCell.AccessoryType
UITableViewCell.AccessoryType.checkmark
UITableViewCell.AccessoryType.detailButton
UITableViewCell.AccessoryType.detailDisclosureButton
UITableViewCell.AccessoryType.disclosureIndicator
UITableViewCell.AccessoryType.none
UITableViewCell.CellStyle
UITableViewCell.CellStyle.default
UITableViewCell.CellStyle.subtitle
UITableViewCell.CellStyle.value1
UITableViewCell.CellStyle.value2
UITableViewCell.EditingStyle
UITableViewCell.EditingStyle.delete
UITableViewCell.EditingStyle.insert
UITableViewCell.EditingStyle.none
UITableViewCell.SelectionStyle
UITableViewCell.SelectionStyle.blue
UITableViewCell.SelectionStyle.default
UITableViewCell.SelectionStyle.gray
UITableViewCell.SelectionStyle.none
UITableViewCell.SeparatorStyle
UITableViewCell.SeparatorStyle.none
UITableViewCell.SeparatorStyle.singleLine
UITableViewCell.StateMask	not yet: the rest of tables and collections
UITableViewCell.accessoryType
UITableViewCell.accessoryView
UITableViewCell.automaticallyUpdatesBackgroundConfiguration
UITableViewCell.backgroundConfiguration
UITableViewCell.backgroundView
UITableViewCell.configurationState
UITableViewCell.contentConfiguration
UITableViewCell.contentView
UITableViewCell.copy(_:)	not yet: the rest of tables and collections
UITableViewCell.defaultBackgroundConfiguration	not yet: the rest of tables and collections
UITableViewCell.defaultContentConfiguration()
UITableViewCell.delete(_:)	not yet: the rest of tables and collections
UITableViewCell.detailTextLabel
UITableViewCell.editingAccessoryType
UITableViewCell.editingAccessoryView
UITableViewCell.editingStyle
UITableViewCell.imageView
UITableViewCell.indentationLevel
UITableViewCell.indentationWidth
UITableViewCell.init(coder:)
UITableViewCell.init(style:reuseIdentifier:)
UITableViewCell.isEditing
UITableViewCell.isHighlighted
UITableViewCell.isSelected
UITableViewCell.prepareForReuse()
UITableViewCell.reuseIdentifier
UITableViewCell.selectedBackgroundView
UITableViewCell.selectionStyle
UITableViewCell.separatorInset
UITableViewCell.setEditing(_:animated:)
UITableViewCell.setHighlighted(_:animated:)
UITableViewCell.setNeedsUpdateConfiguration()
UITableViewCell.setSelected(_:animated:)
UITableViewCell.shouldIndentWhileEditing
UITableViewCell.showsReorderControl
UITableViewCell.textLabel
UITableViewCell.updateConfiguration(using:)
UITableViewCell.willTransition(to:)	not yet: the rest of tables and collections
UITableViewCellStyle	not yet: the rest of tables and collections
UITableViewController
UITableViewController.clearsSelectionOnViewWillAppear
UITableViewController.init(coder:)
UITableViewController.init(style:)
UITableViewController.numberOfSections(in:)
UITableViewController.refreshControl
UITableViewController.scrollViewDidEndDecelerating(_:)
UITableViewController.scrollViewDidEndDragging(_:willDecelerate:)
UITableViewController.scrollViewDidEndScrollingAnimation(_:)
UITableViewController.scrollViewDidScroll(_:)
UITableViewController.scrollViewDidZoom(_:)
UITableViewController.scrollViewWillBeginDecelerating(_:)
UITableViewController.scrollViewWillBeginDragging(_:)
UITableViewController.scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)
UITableViewController.tableView
UITableViewController.tableView(_:accessoryButtonTappedForRowWith:)
UITableViewController.tableView(_:canEditRowAt:)
UITableViewController.tableView(_:cellForRowAt:)
UITableViewController.tableView(_:commit:forRowAt:)
UITableViewController.tableView(_:didDeselectRowAt:)
UITableViewController.tableView(_:didEndDisplaying:forRowAt:)
UITableViewController.tableView(_:didHighlightRowAt:)
UITableViewController.tableView(_:didSelectRowAt:)
UITableViewController.tableView(_:didUnhighlightRowAt:)
UITableViewController.tableView(_:editingStyleForRowAt:)
UITableViewController.tableView(_:estimatedHeightForRowAt:)
UITableViewController.tableView(_:heightForFooterInSection:)
UITableViewController.tableView(_:heightForHeaderInSection:)
UITableViewController.tableView(_:heightForRowAt:)
UITableViewController.tableView(_:indentationLevelForRowAt:)
UITableViewController.tableView(_:numberOfRowsInSection:)
UITableViewController.tableView(_:shouldHighlightRowAt:)
UITableViewController.tableView(_:titleForFooterInSection:)
UITableViewController.tableView(_:titleForHeaderInSection:)
UITableViewController.tableView(_:viewForFooterInSection:)
UITableViewController.tableView(_:viewForHeaderInSection:)
UITableViewController.tableView(_:willDeselectRowAt:)
UITableViewController.tableView(_:willDisplay:forRowAt:)
UITableViewController.tableView(_:willSelectRowAt:)
UITableViewDataSource
UITableViewDataSource.numberOfSections(in:)
UITableViewDataSource.sectionIndexTitles(for:)	not yet: the rest of tables and collections
UITableViewDataSource.tableView(_:canEditRowAt:)
UITableViewDataSource.tableView(_:canMoveRowAt:)
UITableViewDataSource.tableView(_:cellForRowAt:)
UITableViewDataSource.tableView(_:commit:forRowAt:)
UITableViewDataSource.tableView(_:moveRowAt:to:)
UITableViewDataSource.tableView(_:numberOfRowsInSection:)
UITableViewDataSource.tableView(_:sectionForSectionIndexTitle:at:)	not yet: the rest of tables and collections
UITableViewDataSource.tableView(_:titleForFooterInSection:)
UITableViewDataSource.tableView(_:titleForHeaderInSection:)
UITableViewDelegate
UITableViewDelegate.tableView(_:accessoryButtonTappedForRowWith:)
UITableViewDelegate.tableView(_:canFocusRowAt:)	not yet: the rest of tables and collections
UITableViewDelegate.tableView(_:canPerformAction:forRowAt:withSender:)	not yet: the rest of tables and collections
UITableViewDelegate.tableView(_:contextMenuConfigurationForRowAt:point:)
UITableViewDelegate.tableView(_:didBeginMultipleSelectionInteractionAt:)	not yet: the rest of tables and collections
UITableViewDelegate.tableView(_:didDeselectRowAt:)
UITableViewDelegate.tableView(_:didEndDisplaying:forRowAt:)
UITableViewDelegate.tableView(_:didEndDisplayingFooterView:forSection:)
UITableViewDelegate.tableView(_:didEndDisplayingHeaderView:forSection:)
UITableViewDelegate.tableView(_:didEndEditingRowAt:)
UITableViewDelegate.tableView(_:didHighlightRowAt:)
UITableViewDelegate.tableView(_:didSelectRowAt:)
UITableViewDelegate.tableView(_:didUnhighlightRowAt:)
UITableViewDelegate.tableView(_:editActionsForRowAt:)	not yet: swipe actions
UITableViewDelegate.tableView(_:editingStyleForRowAt:)
UITableViewDelegate.tableView(_:estimatedHeightForHeaderInSection:)
UITableViewDelegate.tableView(_:estimatedHeightForRowAt:)
UITableViewDelegate.tableView(_:heightForFooterInSection:)
UITableViewDelegate.tableView(_:heightForHeaderInSection:)
UITableViewDelegate.tableView(_:heightForRowAt:)
UITableViewDelegate.tableView(_:indentationLevelForRowAt:)
UITableViewDelegate.tableView(_:leadingSwipeActionsConfigurationForRowAt:)
UITableViewDelegate.tableView(_:performAction:forRowAt:withSender:)	not yet: the rest of tables and collections
UITableViewDelegate.tableView(_:previewForDismissingContextMenuWithConfiguration:)
UITableViewDelegate.tableView(_:previewForHighlightingContextMenuWithConfiguration:)
UITableViewDelegate.tableView(_:shouldBeginMultipleSelectionInteractionAt:)	not yet: the rest of tables and collections
UITableViewDelegate.tableView(_:shouldHighlightRowAt:)
UITableViewDelegate.tableView(_:shouldIndentWhileEditingRowAt:)
UITableViewDelegate.tableView(_:shouldShowMenuForRowAt:)	not yet: the rest of tables and collections
UITableViewDelegate.tableView(_:targetIndexPathForMoveFromRowAt:toProposedIndexPath:)
UITableViewDelegate.tableView(_:trailingSwipeActionsConfigurationForRowAt:)
UITableViewDelegate.tableView(_:viewForFooterInSection:)
UITableViewDelegate.tableView(_:viewForHeaderInSection:)
UITableViewDelegate.tableView(_:willDeselectRowAt:)
UITableViewDelegate.tableView(_:willDisplay:forRowAt:)
UITableViewDelegate.tableView(_:willDisplayFooterView:forSection:)
UITableViewDelegate.tableView(_:willDisplayHeaderView:forSection:)
UITableViewDelegate.tableView(_:willPerformPreviewActionForMenuWith:animator:)
UITableViewDelegate.tableView(_:willSelectRowAt:)
UITableViewDelegate.tableViewDidEndMultipleSelectionInteraction(_:)	not yet: the rest of tables and collections
UITableViewDiffableDataSource
UITableViewDiffableDataSource.CellProvider
UITableViewDiffableDataSource.apply(_:animatingDifferences:completion:)
UITableViewDiffableDataSource.applySnapshotUsingReloadData
UITableViewDiffableDataSource.defaultRowAnimation
UITableViewDiffableDataSource.indexPath(for:)
UITableViewDiffableDataSource.init(tableView:cellProvider:)
UITableViewDiffableDataSource.itemIdentifier(for:)
UITableViewDiffableDataSource.snapshot()
UITableViewDiffableDataSourceReference.defaultRowAnimation	not yet: diffable sources and compositional layout
UITableViewDragDelegate	not yet: drag and drop
UITableViewDragDelegate.tableView(_:dragPreviewParametersForRowAt:)	not yet: drag and drop
UITableViewDragDelegate.tableView(_:dragSessionIsRestrictedToDraggingApplication:)	not yet: drag and drop
UITableViewDragDelegate.tableView(_:itemsForBeginning:at:)	not yet: drag and drop
UITableViewDropCoordinator	not yet: drag and drop
UITableViewDropCoordinator.destinationIndexPath	not yet: drag and drop
UITableViewDropCoordinator.drop(_:toRowAt:)	not yet: drag and drop
UITableViewDropCoordinator.items	not yet: drag and drop
UITableViewDropCoordinator.proposal	not yet: drag and drop
UITableViewDropDelegate	not yet: drag and drop
UITableViewDropDelegate.tableView(_:canHandle:)	not yet: drag and drop
UITableViewDropDelegate.tableView(_:dropPreviewParametersForRowAt:)	not yet: drag and drop
UITableViewDropDelegate.tableView(_:dropSessionDidUpdate:withDestinationIndexPath:)	not yet: drag and drop
UITableViewDropDelegate.tableView(_:performDropWith:)	not yet: drag and drop
UITableViewDropItem.dragItem	not yet: drag and drop
UITableViewDropItem.sourceIndexPath	not yet: drag and drop
UITableViewDropProposal	not yet: drag and drop
UITableViewDropProposal.Intent.insertAtDestinationIndexPath	never: a service of Apple's systems
UITableViewDropProposal.Intent.insertIntoDestinationIndexPath	never: a service of Apple's systems
UITableViewDropProposal.init(operation:)	not yet: drag and drop
UITableViewDropProposal.init(operation:intent:)	not yet: drag and drop
UITableViewDropProposal.intent	not yet: drag and drop
UITableViewHeaderFooterView
UITableViewHeaderFooterView.backgroundView
UITableViewHeaderFooterView.contentView
UITableViewHeaderFooterView.detailTextLabel	not yet: the rest of tables and collections
UITableViewHeaderFooterView.init(coder:)
UITableViewHeaderFooterView.init(reuseIdentifier:)
UITableViewHeaderFooterView.prepareForReuse()
UITableViewHeaderFooterView.reuseIdentifier
UITableViewHeaderFooterView.textLabel
UITableViewRowAction	not yet: swipe actions
UITableViewRowAction.Style	not yet: swipe actions
UITableViewRowAction.Style.destructive	not yet: swipe actions
UITableViewRowAction.Style.normal	not yet: swipe actions
UITableViewRowAction.backgroundColor	not yet: swipe actions
UITableViewRowAction.backgroundEffect	not yet: swipe actions
UITableViewRowAction.init(style:title:handler:)	not yet: swipe actions
UITapGestureRecognizer
UITapGestureRecognizer.buttonMaskRequired
UITapGestureRecognizer.init(target:action:)
UITapGestureRecognizer.numberOfTapsRequired
UITapGestureRecognizer.numberOfTouchesRequired
UITargetedPreview
UITargetedPreview.init(view:)
UITargetedPreview.init(view:parameters:)
UITargetedPreview.init(view:parameters:target:)
UITargetedPreview.parameters
UITextAutocapitalizationType
UITextAutocapitalizationType.allCharacters
UITextAutocapitalizationType.none
UITextAutocapitalizationType.sentences
UITextAutocapitalizationType.words
UITextAutocorrectionType
UITextAutocorrectionType.default
UITextAutocorrectionType.no
UITextAutocorrectionType.yes
UITextChecker	not yet: sharing, documents, pickers of images, printing
UITextChecker.learnWord(_:)	not yet: sharing, documents, pickers of images, printing
UITextContentType
UITextContentType.emailAddress
UITextContentType.name
UITextContentType.newPassword	not yet: the rest of UIKit
UITextContentType.oneTimeCode	not yet: the rest of UIKit
UITextContentType.password
UITextContentType.postalCode	not yet: the rest of UIKit
UITextContentType.telephoneNumber
UITextContentType.username
UITextDraggable.textDragInteraction	not yet: drag and drop
UITextDroppable.textDropInteraction	not yet: drag and drop
UITextField
UITextField.BorderStyle
UITextField.BorderStyle.bezel
UITextField.BorderStyle.line
UITextField.BorderStyle.none
UITextField.BorderStyle.roundedRect
UITextField.ViewMode
UITextField.ViewMode.always
UITextField.ViewMode.never
UITextField.ViewMode.unlessEditing
UITextField.ViewMode.whileEditing
UITextField.adjustsFontForContentSizeCategory
UITextField.adjustsFontSizeToFitWidth
UITextField.attributedPlaceholder
UITextField.attributedText
UITextField.autocapitalizationType
UITextField.autocorrectionType
UITextField.beginningOfDocument
UITextField.borderRect(forBounds:)
UITextField.borderStyle
UITextField.caretRect(for:)
UITextField.clearButtonMode
UITextField.clearButtonRect(forBounds:)
UITextField.clearsOnBeginEditing
UITextField.copy(_:)
UITextField.defaultTextAttributes	not yet: the rest of text input
UITextField.delegate
UITextField.deleteBackward()
UITextField.editingRect(forBounds:)
UITextField.enablesReturnKeyAutomatically
UITextField.endOfDocument
UITextField.font
UITextField.hasText
UITextField.init(coder:)
UITextField.init(frame:)
UITextField.insertText(_:)
UITextField.isEditing
UITextField.isSecureTextEntry
UITextField.keyboardAppearance
UITextField.keyboardType
UITextField.leftView
UITextField.leftViewMode
UITextField.leftViewRect(forBounds:)
UITextField.markedTextRange
UITextField.minimumFontSize
UITextField.offset(from:to:)
UITextField.paste(_:)
UITextField.placeholder
UITextField.placeholderRect(forBounds:)
UITextField.returnKeyType
UITextField.rightView
UITextField.rightViewMode
UITextField.rightViewRect(forBounds:)
UITextField.selectedTextRange
UITextField.setMarkedText(_:selectedRange:)
UITextField.spellCheckingType
UITextField.text
UITextField.textAlignment
UITextField.textColor
UITextField.textContentType
UITextField.textDidChangeNotification	not yet: the rest of text input
UITextField.textRange(from:to:)
UITextField.textRect(forBounds:)
UITextFieldDelegate
UITextFieldDelegate.textField(_:shouldChangeCharactersIn:replacementString:)
UITextFieldDelegate.textFieldDidBeginEditing(_:)
UITextFieldDelegate.textFieldDidEndEditing(_:)
UITextFieldDelegate.textFieldShouldBeginEditing(_:)
UITextFieldDelegate.textFieldShouldClear(_:)
UITextFieldDelegate.textFieldShouldEndEditing(_:)
UITextFieldDelegate.textFieldShouldReturn(_:)
UITextGranularity.character	not yet: the rest of text input
UITextInput
UITextInput.beginningOfDocument
UITextInput.caretRect(for:)
UITextInput.endOfDocument
UITextInput.frame(forDictationResultPlaceholder:)	not yet: the protocol; the classes declare it
UITextInput.markedTextRange
UITextInput.offset(from:to:)
UITextInput.position(from:offset:)
UITextInput.selectedTextRange
UITextInput.setMarkedText(_:selectedRange:)
UITextInput.textRange(from:to:)
UITextInputAssistantItem.leadingBarButtonGroups	not yet: the rest of text input
UITextInputAssistantItem.trailingBarButtonGroups	not yet: the rest of text input
UITextInputMode	not yet: the rest of text input
UITextInputMode.currentInputModeDidChangeNotification	not yet: the rest of text input
UITextInputPasswordRules	not yet: the rest of text input
UITextInputPasswordRules.init(descriptor:)	not yet: the rest of text input
UITextInputTokenizer.rangeEnclosingPosition(_:with:inDirection:)	not yet: the rest of text input
UITextInputTraits	not yet: the rest of text input
UITextInputTraits.autocapitalizationType	not yet: the protocol; the classes declare it
UITextInputTraits.autocorrectionType	not yet: the protocol; the classes declare it
UITextInputTraits.enablesReturnKeyAutomatically	not yet: the protocol; the classes declare it
UITextInputTraits.isSecureTextEntry	not yet: the protocol; the classes declare it
UITextInputTraits.keyboardAppearance	not yet: the protocol; the classes declare it
UITextInputTraits.keyboardType	not yet: the protocol; the classes declare it
UITextInputTraits.returnKeyType	not yet: the protocol; the classes declare it
UITextInputTraits.smartDashesType	not yet: the rest of text input
UITextInputTraits.smartInsertDeleteType	not yet: the rest of text input
UITextInputTraits.smartQuotesType	not yet: the rest of text input
UITextInputTraits.spellCheckingType	not yet: the protocol; the classes declare it
UITextInputTraits.textContentType	not yet: the protocol; the classes declare it
UITextInteraction.textInput	not yet: the rest of text input
UITextItem	not yet: TextKit
UITextItem.MenuConfiguration	not yet: TextKit
UITextItemInteraction	not yet: TextKit
UITextPasteItem.localObject	not yet: drag and drop
UITextPosition
UITextRange
UITextRange.isEmpty
UITextRange.start
UITextSpellCheckingType
UITextSpellCheckingType.default
UITextSpellCheckingType.no
UITextSpellCheckingType.yes
UITextView
UITextView.adjustsFontForContentSizeCategory
UITextView.attributedText
UITextView.autocapitalizationType
UITextView.autocorrectionType
UITextView.beginningOfDocument
UITextView.closestPosition(to:)
UITextView.dataDetectorTypes	not yet: TextKit
UITextView.delegate
UITextView.deleteBackward()
UITextView.font
UITextView.hasText
UITextView.init(coder:)
UITextView.init(frame:)
UITextView.insertText(_:)
UITextView.isEditable
UITextView.isFindInteractionEnabled	not yet: TextKit
UITextView.isSelectable
UITextView.keyboardAppearance	not yet: TextKit
UITextView.keyboardType
UITextView.layoutManager	not yet: TextKit
UITextView.linkTextAttributes	not yet: TextKit
UITextView.markedTextRange
UITextView.offset(from:to:)
UITextView.position(from:offset:)
UITextView.replace(_:withText:)
UITextView.returnKeyType
UITextView.scrollRangeToVisible(_:)
UITextView.selectedRange
UITextView.selectedTextRange
UITextView.smartDashesType	not yet: TextKit
UITextView.smartInsertDeleteType	not yet: TextKit
UITextView.smartQuotesType	not yet: TextKit
UITextView.spellCheckingType	not yet: TextKit
UITextView.text
UITextView.textAlignment
UITextView.textColor
UITextView.textContainer
UITextView.textContainerInset
UITextView.textDidBeginEditingNotification	not yet: TextKit
UITextView.textDidChangeNotification	not yet: TextKit
UITextView.textDragInteraction	not yet: TextKit
UITextView.textRange(from:to:)
UITextView.textStorage	not yet: TextKit
UITextView.tokenizer	not yet: TextKit
UITextView.typingAttributes	not yet: TextKit
UITextViewDelegate
UITextViewDelegate.textView(_:shouldChangeTextIn:replacementText:)
UITextViewDelegate.textView(_:shouldInteractWith:in:)	not yet: TextKit
UITextViewDelegate.textView(_:shouldInteractWith:in:interaction:)	not yet: TextKit
UITextViewDelegate.textViewDidBeginEditing(_:)
UITextViewDelegate.textViewDidChange(_:)
UITextViewDelegate.textViewDidChangeSelection(_:)
UITextViewDelegate.textViewDidEndEditing(_:)
UITextViewDelegate.textViewShouldBeginEditing(_:)
UITextViewDelegate.textViewShouldEndEditing(_:)
UITimingCurveProvider
UITimingCurveProvider.cubicTimingParameters
UITimingCurveProvider.springTimingParameters
UITimingCurveProvider.timingCurveType
UITimingCurveType
UITimingCurveType.builtin
UITimingCurveType.composed
UITimingCurveType.cubic
UITimingCurveType.spring
UIToolbar
UIToolbar.barStyle
UIToolbar.barTintColor
UIToolbar.compactAppearance
UIToolbar.compactScrollEdgeAppearance
UIToolbar.init(frame:)
UIToolbar.isTranslucent
UIToolbar.items
UIToolbar.scrollEdgeAppearance
UIToolbar.setItems(_:animated:)
UIToolbar.setShadowImage(_:forToolbarPosition:)
UIToolbar.shadowImage
UIToolbar.standardAppearance
UIToolbarAppearance
UITouch
UITouch.Phase
UITouch.Phase.began
UITouch.Phase.cancelled
UITouch.Phase.ended
UITouch.Phase.moved
UITouch.Phase.regionEntered
UITouch.Phase.regionExited
UITouch.Phase.regionMoved
UITouch.Phase.stationary
UITouch.TouchType
UITouch.TouchType.direct
UITouch.TouchType.indirect
UITouch.TouchType.indirectPointer
UITouch.TouchType.pencil
UITouch.force
UITouch.gestureRecognizers
UITouch.location(in:)
UITouch.majorRadius
UITouch.majorRadiusTolerance
UITouch.maximumPossibleForce
UITouch.phase
UITouch.preciseLocation(in:)
UITouch.precisePreviousLocation(in:)
UITouch.previousLocation(in:)
UITouch.tapCount
UITouch.timestamp
UITouch.type
UITouch.view
UITouch.window
UITrait
UITraitAccessibilityContrast
UITraitAccessibilityContrast.affectsColorAppearance
UITraitAccessibilityContrast.defaultValue
UITraitActiveAppearance
UITraitActiveAppearance.affectsColorAppearance
UITraitActiveAppearance.defaultValue
UITraitChangeObservable
UITraitChangeObservable.registerForTraitChanges(_:action:)
UITraitChangeObservable.registerForTraitChanges(_:handler:)
UITraitChangeObservable.registerForTraitChanges(_:target:action:)
UITraitChangeObservable.unregisterForTraitChanges(_:)
UITraitChangeRegistration
UITraitCollection
UITraitCollection.accessibilityContrast
UITraitCollection.activeAppearance
UITraitCollection.containsTraits(in:)
UITraitCollection.current
UITraitCollection.displayGamut
UITraitCollection.displayScale
UITraitCollection.forceTouchCapability
UITraitCollection.hasDifferentColorAppearance(comparedTo:)
UITraitCollection.horizontalSizeClass
UITraitCollection.init(accessibilityContrast:)
UITraitCollection.init(activeAppearance:)
UITraitCollection.init(coder:)
UITraitCollection.init(displayGamut:)
UITraitCollection.init(displayScale:)
UITraitCollection.init(forceTouchCapability:)
UITraitCollection.init(horizontalSizeClass:)
UITraitCollection.init(layoutDirection:)
UITraitCollection.init(legibilityWeight:)
UITraitCollection.init(mutations:)
UITraitCollection.init(preferredContentSizeCategory:)
UITraitCollection.init(traitsFrom:)
UITraitCollection.init(userInterfaceIdiom:)
UITraitCollection.init(userInterfaceLevel:)
UITraitCollection.init(userInterfaceStyle:)
UITraitCollection.init(verticalSizeClass:)
UITraitCollection.layoutDirection
UITraitCollection.legibilityWeight
UITraitCollection.modifyingTraits(_:)
UITraitCollection.performAsCurrent(_:)
UITraitCollection.preferredContentSizeCategory
UITraitCollection.replacing(_:value:)
UITraitCollection.userInterfaceIdiom
UITraitCollection.userInterfaceLevel
UITraitCollection.userInterfaceStyle
UITraitCollection.verticalSizeClass
UITraitDefinition
UITraitDefinition.affectsColorAppearance
UITraitDefinition.defaultValue
UITraitDefinition.identifier
UITraitDefinition.name
UITraitDisplayGamut
UITraitDisplayGamut.affectsColorAppearance
UITraitDisplayGamut.defaultValue
UITraitDisplayScale
UITraitDisplayScale.defaultValue
UITraitEnvironment
UITraitEnvironment.traitCollection
UITraitEnvironment.traitCollectionDidChange(_:)
UITraitEnvironmentLayoutDirection
UITraitEnvironmentLayoutDirection.leftToRight
UITraitEnvironmentLayoutDirection.rightToLeft
UITraitEnvironmentLayoutDirection.unspecified
UITraitForceTouchCapability
UITraitForceTouchCapability.defaultValue
UITraitHorizontalSizeClass
UITraitHorizontalSizeClass.defaultValue
UITraitLayoutDirection
UITraitLayoutDirection.defaultValue
UITraitLegibilityWeight
UITraitLegibilityWeight.defaultValue
UITraitPreferredContentSizeCategory
UITraitPreferredContentSizeCategory.defaultValue
UITraitUserInterfaceIdiom
UITraitUserInterfaceIdiom.defaultValue
UITraitUserInterfaceLevel
UITraitUserInterfaceLevel.affectsColorAppearance
UITraitUserInterfaceLevel.defaultValue
UITraitUserInterfaceStyle
UITraitUserInterfaceStyle.affectsColorAppearance
UITraitUserInterfaceStyle.defaultValue
UITraitVerticalSizeClass
UITraitVerticalSizeClass.defaultValue
UITransitionContextViewControllerKey
UITransitionContextViewControllerKey.from
UITransitionContextViewControllerKey.to
UITransitionContextViewKey
UITransitionContextViewKey.from
UITransitionContextViewKey.to
UIUpdateLink	not yet: the rest of UIKit
UIUpdateLink.preferredFrameRateRange	not yet: the rest of UIKit
UIUpdateLink.requiresContinuousUpdates	not yet: the rest of UIKit
UIUserActivityRestoring
UIUserInterfaceActiveAppearance
UIUserInterfaceActiveAppearance.active
UIUserInterfaceActiveAppearance.inactive
UIUserInterfaceActiveAppearance.unspecified
UIUserInterfaceIdiom
UIUserInterfaceIdiom.carPlay
UIUserInterfaceIdiom.mac
UIUserInterfaceIdiom.pad
UIUserInterfaceIdiom.phone
UIUserInterfaceIdiom.tv
UIUserInterfaceIdiom.unspecified
UIUserInterfaceIdiom.vision
UIUserInterfaceLayoutDirection
UIUserInterfaceLayoutDirection.leftToRight
UIUserInterfaceLayoutDirection.rightToLeft
UIUserInterfaceLevel
UIUserInterfaceLevel.base
UIUserInterfaceLevel.elevated
UIUserInterfaceLevel.unspecified
UIUserInterfaceSizeClass
UIUserInterfaceSizeClass.compact
UIUserInterfaceSizeClass.regular
UIUserInterfaceSizeClass.unspecified
UIUserInterfaceStyle
UIUserInterfaceStyle.dark
UIUserInterfaceStyle.light
UIUserInterfaceStyle.unspecified
UIVibrancyEffect
UIVibrancyEffect.init(blurEffect:)
UIVibrancyEffect.init(blurEffect:style:)	not yet: the rest of views
UIVibrancyEffect.init(coder:)
UIView
UIView.AnimationCurve
UIView.AnimationCurve.easeIn
UIView.AnimationCurve.easeInOut
UIView.AnimationCurve.easeOut
UIView.AnimationCurve.linear
UIView.AnimationOptions
UIView.AnimationOptions.allowAnimatedContent
UIView.AnimationOptions.allowUserInteraction
UIView.AnimationOptions.autoreverse
UIView.AnimationOptions.beginFromCurrentState
UIView.AnimationOptions.curveEaseIn
UIView.AnimationOptions.curveEaseInOut
UIView.AnimationOptions.curveEaseOut
UIView.AnimationOptions.curveLinear
UIView.AnimationOptions.layoutSubviews
UIView.AnimationOptions.overrideInheritedCurve
UIView.AnimationOptions.overrideInheritedDuration
UIView.AnimationOptions.overrideInheritedOptions
UIView.AnimationOptions.preferredFramesPerSecond30
UIView.AnimationOptions.preferredFramesPerSecond60
UIView.AnimationOptions.repeat
UIView.AnimationOptions.showHideTransitionViews
UIView.AnimationOptions.transitionCrossDissolve
UIView.AnimationOptions.transitionCurlDown
UIView.AnimationOptions.transitionCurlUp
UIView.AnimationOptions.transitionFlipFromBottom
UIView.AnimationOptions.transitionFlipFromLeft
UIView.AnimationOptions.transitionFlipFromRight
UIView.AnimationOptions.transitionFlipFromTop
UIView.AnimationTransition
UIView.AnimationTransition.curlDown
UIView.AnimationTransition.curlUp
UIView.AnimationTransition.flipFromLeft
UIView.AnimationTransition.flipFromRight
UIView.AnimationTransition.none
UIView.AutoresizingMask
UIView.AutoresizingMask.flexibleBottomMargin
UIView.AutoresizingMask.flexibleHeight
UIView.AutoresizingMask.flexibleLeftMargin
UIView.AutoresizingMask.flexibleRightMargin
UIView.AutoresizingMask.flexibleTopMargin
UIView.AutoresizingMask.flexibleWidth
UIView.ContentMode
UIView.ContentMode.bottom
UIView.ContentMode.bottomLeft
UIView.ContentMode.bottomRight
UIView.ContentMode.center
UIView.ContentMode.left
UIView.ContentMode.redraw
UIView.ContentMode.right
UIView.ContentMode.scaleAspectFill
UIView.ContentMode.scaleAspectFit
UIView.ContentMode.scaleToFill
UIView.ContentMode.top
UIView.ContentMode.topLeft
UIView.ContentMode.topRight
UIView.KeyframeAnimationOptions
UIView.KeyframeAnimationOptions.allowUserInteraction
UIView.KeyframeAnimationOptions.autoreverse
UIView.KeyframeAnimationOptions.beginFromCurrentState
UIView.KeyframeAnimationOptions.calculationModeCubic
UIView.KeyframeAnimationOptions.calculationModeCubicPaced
UIView.KeyframeAnimationOptions.calculationModeDiscrete
UIView.KeyframeAnimationOptions.calculationModeLinear
UIView.KeyframeAnimationOptions.calculationModePaced
UIView.KeyframeAnimationOptions.layoutSubviews
UIView.KeyframeAnimationOptions.overrideInheritedDuration
UIView.KeyframeAnimationOptions.overrideInheritedOptions
UIView.KeyframeAnimationOptions.repeat
UIView.SystemAnimation
UIView.TintAdjustmentMode
UIView.TintAdjustmentMode.automatic
UIView.TintAdjustmentMode.dimmed
UIView.TintAdjustmentMode.normal
UIView.accessibilityActivate()
UIView.accessibilityActivationPoint
UIView.accessibilityAttributedLabel	not yet: the rest of accessibility
UIView.accessibilityCustomActions
UIView.accessibilityCustomActions()	not yet: the rest of accessibility
UIView.accessibilityElement(at:)
UIView.accessibilityElementCount()
UIView.accessibilityElementIsFocused()	not yet: the rest of accessibility
UIView.accessibilityElements
UIView.accessibilityElementsHidden
UIView.accessibilityFrame
UIView.accessibilityHint
UIView.accessibilityIdentifier
UIView.accessibilityIgnoresInvertColors
UIView.accessibilityLabel
UIView.accessibilityNavigationStyle	not yet: the rest of accessibility
UIView.accessibilityPerformMagicTap()
UIView.accessibilityTraits
UIView.accessibilityUserInputLabels
UIView.accessibilityValue
UIView.accessibilityViewIsModal
UIView.action(for:forKey:)
UIView.addConstraint(_:)
UIView.addConstraints(_:)
UIView.addGestureRecognizer(_:)
UIView.addInteraction(_:)
UIView.addKeyframe(withRelativeStartTime:relativeDuration:animations:)
UIView.addLayoutGuide(_:)
UIView.addMotionEffect(_:)	not yet: dynamics and motion effects
UIView.addSubview(_:)
UIView.alignmentRectInsets
UIView.alpha
UIView.anchorPoint
UIView.animate(springDuration:bounce:initialSpringVelocity:delay:options:animations:completion:)
UIView.animate(withDuration:animations:completion:)
UIView.animate(withDuration:delay:options:animations:completion:)
UIView.animate(withDuration:delay:usingSpringWithDamping:initialSpringVelocity:options:animations:completion:)
UIView.animateKeyframes(withDuration:delay:options:animations:completion:)
UIView.appearance()
UIView.areAnimationsEnabled
UIView.autoresizesSubviews
UIView.autoresizingMask
UIView.awakeFromNib()
UIView.backgroundColor
UIView.beginAnimations(_:context:)
UIView.bottomAnchor
UIView.bounds
UIView.bringSubviewToFront(_:)
UIView.center
UIView.centerXAnchor
UIView.centerYAnchor
UIView.clearsContextBeforeDrawing
UIView.clipsToBounds
UIView.commitAnimations()
UIView.constraints
UIView.contentCompressionResistancePriority(for:)
UIView.contentHuggingPriority(for:)
UIView.contentMode
UIView.contentScaleFactor
UIView.contentStretch
UIView.convert(_:from:)
UIView.convert(_:to:)
UIView.cornerConfiguration	not yet: the rest of views
UIView.didAddSubview(_:)
UIView.didMoveToSuperview()
UIView.didMoveToWindow()
UIView.directionalLayoutMargins
UIView.display(_:)
UIView.draw(_:)
UIView.draw(_:in:)
UIView.drawHierarchy(in:afterScreenUpdates:)
UIView.effectiveRadius	not yet: the rest of views
UIView.effectiveUserInterfaceLayoutDirection
UIView.endEditing(_:)
UIView.exchangeSubview(at:withSubviewAt:)
UIView.frame
UIView.gestureRecognizerShouldBegin(_:)
UIView.gestureRecognizers
UIView.heightAnchor
UIView.hitTest(_:with:)
UIView.hoverStyle	not yet: pointers, pencils and focus
UIView.index(ofAccessibilityElement:)
UIView.inheritedAnimationDuration
UIView.init(coder:)
UIView.init(frame:)
UIView.insertSubview(_:aboveSubview:)
UIView.insertSubview(_:at:)
UIView.insertSubview(_:belowSubview:)
UIView.insetsLayoutMarginsFromSafeArea
UIView.interactions
UIView.intrinsicContentSize
UIView.invalidateIntrinsicContentSize()
UIView.isAccessibilityElement
UIView.isDescendant(of:)
UIView.isExclusiveTouch
UIView.isFocused	not yet: pointers, pencils and focus
UIView.isHidden
UIView.isMultipleTouchEnabled
UIView.isOpaque
UIView.isUserInteractionEnabled
UIView.largeContentImage	not yet: the rest of accessibility
UIView.largeContentTitle	not yet: the rest of accessibility
UIView.layer
UIView.layerClass
UIView.layerWillDraw(_:)
UIView.layoutFittingCompressedSize
UIView.layoutFittingExpandedSize
UIView.layoutGuides
UIView.layoutIfNeeded()
UIView.layoutMargins
UIView.layoutMarginsDidChange()
UIView.layoutMarginsGuide
UIView.layoutSublayers(of:)
UIView.layoutSubviews()
UIView.leadingAnchor
UIView.leftAnchor
UIView.mask
UIView.maximumContentSizeCategory
UIView.minimumContentSizeCategory
UIView.modifyAnimations(withRepeatCount:autoreverses:animations:)
UIView.noIntrinsicMetric
UIView.overrideUserInterfaceStyle
UIView.perform(_:on:options:animations:completion:)
UIView.performWithoutAnimation(_:)
UIView.point(inside:with:)
UIView.prepareForInterfaceBuilder()
UIView.preservesSuperviewLayoutMargins
UIView.readableContentGuide
UIView.removeConstraint(_:)
UIView.removeConstraints(_:)
UIView.removeFromSuperview()
UIView.removeGestureRecognizer(_:)
UIView.removeInteraction(_:)
UIView.requiresConstraintBasedLayout
UIView.resizableSnapshotView(from:afterScreenUpdates:withCapInsets:)
UIView.restorationIdentifier
UIView.rightAnchor
UIView.safeAreaInsets
UIView.safeAreaInsetsDidChange()
UIView.safeAreaLayoutGuide
UIView.scalesLargeContentImage	not yet: the rest of accessibility
UIView.semanticContentAttribute
UIView.sendSubviewToBack(_:)
UIView.setAnimationBeginsFromCurrentState(_:)
UIView.setAnimationCurve(_:)
UIView.setAnimationDelay(_:)
UIView.setAnimationDelegate(_:)
UIView.setAnimationDidStop(_:)
UIView.setAnimationDuration(_:)
UIView.setAnimationRepeatAutoreverses(_:)
UIView.setAnimationRepeatCount(_:)
UIView.setAnimationStart(_:)
UIView.setAnimationTransition(_:for:cache:)
UIView.setAnimationWillStart(_:)
UIView.setAnimationsEnabled(_:)
UIView.setContentCompressionResistancePriority(_:for:)
UIView.setContentHuggingPriority(_:for:)
UIView.setNeedsDisplay()
UIView.setNeedsDisplay(_:)
UIView.setNeedsLayout()
UIView.setNeedsUpdateConstraints()
UIView.shouldGroupAccessibilityChildren	never: needs the Objective-C runtime
UIView.showsLargeContentViewer	not yet: the rest of accessibility
UIView.sizeThatFits(_:)
UIView.sizeToFit()
UIView.snapshotView(afterScreenUpdates:)
UIView.subviews
UIView.superview
UIView.systemLayoutSizeFitting(_:)
UIView.systemLayoutSizeFitting(_:withHorizontalFittingPriority:verticalFittingPriority:)
UIView.tag
UIView.tintAdjustmentMode
UIView.tintColor
UIView.tintColorDidChange()
UIView.topAnchor
UIView.trailingAnchor
UIView.traitCollection
UIView.traitCollectionDidChange(_:)
UIView.traitOverrides	not yet: the rest of views
UIView.transform
UIView.transform3D
UIView.transition(from:to:duration:options:completion:)
UIView.transition(with:duration:options:animations:completion:)
UIView.translatesAutoresizingMaskIntoConstraints
UIView.unregisterForTraitChanges(_:)
UIView.updateConstraints()
UIView.updateConstraintsIfNeeded()
UIView.userInterfaceLayoutDirection(for:)
UIView.userInterfaceLayoutDirection(for:relativeTo:)
UIView.viewPrintFormatter()	not yet: the rest of views
UIView.viewWithTag(_:)
UIView.widthAnchor
UIView.willMove(toSuperview:)
UIView.willMove(toWindow:)
UIView.willRemoveSubview(_:)
UIView.window
UIViewAnimating
UIViewAnimating.finishAnimation(at:)
UIViewAnimating.fractionComplete
UIViewAnimating.isReversed
UIViewAnimating.isRunning
UIViewAnimating.pauseAnimation()
UIViewAnimating.startAnimation()
UIViewAnimating.startAnimation(afterDelay:)
UIViewAnimating.state
UIViewAnimating.stopAnimation(_:)
UIViewAnimatingPosition
UIViewAnimatingPosition.current
UIViewAnimatingPosition.end
UIViewAnimatingPosition.start
UIViewAnimatingState
UIViewAnimatingState.active
UIViewAnimatingState.inactive
UIViewAnimatingState.stopped
UIViewController
UIViewController.addChild(_:)
UIViewController.additionalSafeAreaInsets
UIViewController.automaticallyAdjustsScrollViewInsets
UIViewController.awakeFromNib()
UIViewController.beginAppearanceTransition(_:animated:)
UIViewController.bottomLayoutGuide
UIViewController.childForHomeIndicatorAutoHidden
UIViewController.childForScreenEdgesDeferringSystemGestures
UIViewController.childForStatusBarHidden
UIViewController.childForStatusBarStyle
UIViewController.childViewControllers	not yet: the rest of controllers
UIViewController.children
UIViewController.collapseSecondaryViewController(_:for:)
UIViewController.copy(_:)	not yet: the rest of controllers
UIViewController.definesPresentationContext
UIViewController.didMove(toParent:)
UIViewController.didReceiveMemoryWarning()
UIViewController.dismiss(animated:completion:)
UIViewController.edgesForExtendedLayout
UIViewController.editButtonItem
UIViewController.endAppearanceTransition()
UIViewController.extendedLayoutIncludesOpaqueBars
UIViewController.extensionContext	not yet: the rest of controllers
UIViewController.hidesBottomBarWhenPushed
UIViewController.init(coder:)
UIViewController.init(nibName:bundle:)
UIViewController.isBeingDismissed
UIViewController.isBeingPresented
UIViewController.isEditing
UIViewController.isModalInPresentation
UIViewController.isMovingFromParent
UIViewController.isMovingToParent
UIViewController.isViewLoaded
UIViewController.loadView()
UIViewController.loadViewIfNeeded()
UIViewController.modalPresentationCapturesStatusBarAppearance
UIViewController.modalPresentationStyle
UIViewController.modalTransitionStyle
UIViewController.navigationController
UIViewController.navigationItem
UIViewController.nibName
UIViewController.overrideUserInterfaceStyle
UIViewController.parent
UIViewController.performSegue(withIdentifier:sender:)
UIViewController.popoverPresentationController
UIViewController.preferredContentSize
UIViewController.preferredContentSizeDidChange(forChildContentContainer:)
UIViewController.preferredInterfaceOrientationForPresentation
UIViewController.preferredScreenEdgesDeferringSystemGestures
UIViewController.preferredStatusBarStyle
UIViewController.preferredStatusBarUpdateAnimation
UIViewController.prefersHomeIndicatorAutoHidden
UIViewController.prefersStatusBarHidden
UIViewController.prepare(for:sender:)
UIViewController.present(_:animated:completion:)
UIViewController.presentationController
UIViewController.presentedViewController
UIViewController.presentingViewController
UIViewController.registerForTraitChanges
UIViewController.removeFromParent()
UIViewController.restorationClass	not yet: life cycle of apps and scenes
UIViewController.separateSecondaryViewController(for:)
UIViewController.setEditing(_:animated:)
UIViewController.setNeedsStatusBarAppearanceUpdate()
UIViewController.setNeedsUpdateOfHomeIndicatorAutoHidden()
UIViewController.setNeedsUpdateOfSupportedInterfaceOrientations()
UIViewController.setToolbarItems(_:animated:)
UIViewController.sheetPresentationController
UIViewController.shouldAutomaticallyForwardAppearanceMethods
UIViewController.shouldAutorotate
UIViewController.show(_:sender:)
UIViewController.showDetailViewController(_:sender:)
UIViewController.splitViewController
UIViewController.storyboard
UIViewController.supportedInterfaceOrientations
UIViewController.tabBarController
UIViewController.tabBarItem
UIViewController.title
UIViewController.toolbarItems
UIViewController.topLayoutGuide
UIViewController.traitCollection
UIViewController.traitCollectionDidChange(_:)
UIViewController.traitOverrides	not yet: the rest of views
UIViewController.transition(from:to:duration:options:animations:completion:)
UIViewController.transitionCoordinator
UIViewController.transitioningDelegate
UIViewController.unregisterForTraitChanges(_:)
UIViewController.updateViewConstraints()
UIViewController.view
UIViewController.viewDidAppear(_:)
UIViewController.viewDidDisappear(_:)
UIViewController.viewDidLayoutSubviews()
UIViewController.viewDidLoad()
UIViewController.viewIfLoaded
UIViewController.viewIsAppearing(_:)
UIViewController.viewLayoutMarginsDidChange()
UIViewController.viewSafeAreaInsetsDidChange()
UIViewController.viewWillAppear(_:)
UIViewController.viewWillDisappear(_:)
UIViewController.viewWillLayoutSubviews()
UIViewController.viewWillTransition(to:with:)
UIViewController.willMove(toParent:)
UIViewController.willTransition(to:with:)
UIViewControllerAnimatedTransitioning
UIViewControllerAnimatedTransitioning.animateTransition(using:)
UIViewControllerAnimatedTransitioning.animationEnded(_:)
UIViewControllerAnimatedTransitioning.interruptibleAnimator(using:)	not yet: the rest of controllers
UIViewControllerAnimatedTransitioning.transitionDuration(using:)
UIViewControllerContextTransitioning
UIViewControllerContextTransitioning.cancelInteractiveTransition()
UIViewControllerContextTransitioning.completeTransition(_:)
UIViewControllerContextTransitioning.containerView
UIViewControllerContextTransitioning.finalFrame(for:)
UIViewControllerContextTransitioning.finishInteractiveTransition()
UIViewControllerContextTransitioning.initialFrame(for:)
UIViewControllerContextTransitioning.isAnimated
UIViewControllerContextTransitioning.isInteractive
UIViewControllerContextTransitioning.pauseInteractiveTransition()
UIViewControllerContextTransitioning.presentationStyle
UIViewControllerContextTransitioning.targetTransform
UIViewControllerContextTransitioning.transitionWasCancelled
UIViewControllerContextTransitioning.updateInteractiveTransition(_:)
UIViewControllerContextTransitioning.view(forKey:)
UIViewControllerContextTransitioning.viewController(forKey:)
UIViewControllerInteractiveTransitioning
UIViewControllerInteractiveTransitioning.completionCurve	not yet: the protocol; the classes declare it
UIViewControllerInteractiveTransitioning.completionSpeed
UIViewControllerInteractiveTransitioning.startInteractiveTransition(_:)
UIViewControllerInteractiveTransitioning.wantsInteractiveStart
UIViewControllerPreviewing.sourceRect	not yet: popovers and sheets
UIViewControllerPreviewing.sourceView	not yet: popovers and sheets
UIViewControllerRepresentable	never: SwiftUI
UIViewControllerRestoration	not yet: life cycle of apps and scenes
UIViewControllerTransitionCoordinator
UIViewControllerTransitionCoordinator.animate(alongsideTransition:completion:)
UIViewControllerTransitionCoordinator.notifyWhenInteractionChanges(_:)
UIViewControllerTransitionCoordinatorContext
UIViewControllerTransitionCoordinatorContext.completionVelocity
UIViewControllerTransitionCoordinatorContext.containerView
UIViewControllerTransitionCoordinatorContext.initiallyInteractive
UIViewControllerTransitionCoordinatorContext.isAnimated
UIViewControllerTransitionCoordinatorContext.isCancelled
UIViewControllerTransitionCoordinatorContext.isInteractive
UIViewControllerTransitionCoordinatorContext.percentComplete
UIViewControllerTransitionCoordinatorContext.presentationStyle
UIViewControllerTransitionCoordinatorContext.targetTransform
UIViewControllerTransitionCoordinatorContext.transitionDuration
UIViewControllerTransitionCoordinatorContext.view(forKey:)
UIViewControllerTransitionCoordinatorContext.viewController(forKey:)
UIViewControllerTransitioningDelegate
UIViewControllerTransitioningDelegate.animationController(forDismissed:)
UIViewControllerTransitioningDelegate.animationController(forPresented:presenting:source:)
UIViewControllerTransitioningDelegate.interactionControllerForDismissal(using:)
UIViewControllerTransitioningDelegate.interactionControllerForPresentation(using:)
UIViewControllerTransitioningDelegate.presentationController(forPresented:presenting:source:)
UIViewImplicitlyAnimating
UIViewImplicitlyAnimating.addAnimations(_:)
UIViewImplicitlyAnimating.addAnimations(_:delayFactor:)
UIViewImplicitlyAnimating.addCompletion(_:)
UIViewImplicitlyAnimating.continueAnimation(withTimingParameters:durationFactor:)
UIViewPropertyAnimator
UIViewPropertyAnimator.addAnimations(_:)
UIViewPropertyAnimator.addAnimations(_:delayFactor:)
UIViewPropertyAnimator.addCompletion(_:)
UIViewPropertyAnimator.continueAnimation(withTimingParameters:durationFactor:)
UIViewPropertyAnimator.delay
UIViewPropertyAnimator.duration
UIViewPropertyAnimator.finishAnimation(at:)
UIViewPropertyAnimator.fractionComplete
UIViewPropertyAnimator.init(duration:controlPoint1:controlPoint2:animations:)
UIViewPropertyAnimator.init(duration:curve:animations:)
UIViewPropertyAnimator.init(duration:dampingRatio:animations:)
UIViewPropertyAnimator.init(duration:timingParameters:)
UIViewPropertyAnimator.isInterruptible
UIViewPropertyAnimator.isManualHitTestingEnabled
UIViewPropertyAnimator.isReversed
UIViewPropertyAnimator.isRunning
UIViewPropertyAnimator.isUserInteractionEnabled
UIViewPropertyAnimator.pauseAnimation()
UIViewPropertyAnimator.pausesOnCompletion
UIViewPropertyAnimator.runningPropertyAnimator(withDuration:delay:options:animations:completion:)
UIViewPropertyAnimator.scrubsLinearly
UIViewPropertyAnimator.startAnimation()
UIViewPropertyAnimator.startAnimation(afterDelay:)
UIViewPropertyAnimator.state
UIViewPropertyAnimator.stopAnimation(_:)
UIViewPropertyAnimator.timingParameters
UIViewRepresentable	never: SwiftUI
UIVisualEffect
UIVisualEffect.init(coder:)
UIVisualEffectView
UIVisualEffectView.contentView
UIVisualEffectView.effect
UIVisualEffectView.init(coder:)
UIVisualEffectView.init(effect:)
UIWebView	not yet: the rest of UIKit
UIWebView.NavigationType.backForward	not yet: the rest of UIKit
UIWebView.NavigationType.formSubmitted	not yet: the rest of UIKit
UIWebView.allowsInlineMediaPlayback	not yet: the rest of UIKit
UIWebView.allowsLinkPreview	not yet: the rest of UIKit
UIWebView.canGoBack	not yet: the rest of UIKit
UIWebView.canGoForward	not yet: the rest of UIKit
UIWebView.goBack()	not yet: the rest of UIKit
UIWebView.goForward()	not yet: the rest of UIKit
UIWebView.init(frame:)	not yet: the rest of UIKit
UIWebView.loadHTMLString(_:baseURL:)	not yet: the rest of UIKit
UIWebView.pageCount	not yet: the rest of UIKit
UIWebView.reload()	not yet: the rest of UIKit
UIWebView.scrollView	not yet: the rest of UIKit
UIWebView.stringByEvaluatingJavaScript(from:)	not yet: the rest of UIKit
UIWebViewDelegate	not yet: the rest of UIKit
UIWebViewDelegate.webView(_:shouldStartLoadWith:navigationType:)	not yet: the rest of UIKit
UIWebViewDelegate.webViewDidFinishLoad(_:)	not yet: the rest of UIKit
UIWebViewNavigationType	not yet: the rest of UIKit
UIWindow
UIWindow.Level
UIWindow.Level.alert
UIWindow.Level.init(_:)
UIWindow.Level.normal
UIWindow.Level.statusBar
UIWindow.becomeKey()
UIWindow.canBecomeKey
UIWindow.convert(_:from:)
UIWindow.convert(_:to:)
UIWindow.init(coder:)
UIWindow.init(frame:)
UIWindow.init(windowScene:)
UIWindow.isKeyWindow
UIWindow.makeKey()
UIWindow.makeKeyAndVisible()
UIWindow.resignKey()
UIWindow.rootViewController
UIWindow.screen
UIWindow.sendEvent(_:)
UIWindow.windowLevel
UIWindow.windowScene
UIWindowScene
UIWindowScene.coordinateSpace	not yet: life cycle of apps and scenes
UIWindowScene.interfaceOrientation
UIWindowScene.keyWindow
UIWindowScene.requestGeometryUpdate	not yet: life cycle of apps and scenes
UIWindowScene.screen
UIWindowScene.screenshotService	not yet: life cycle of apps and scenes
UIWindowScene.statusBarManager
UIWindowScene.traitCollection
UIWindowScene.windows
UIWindowSceneDelegate
UIWindowSceneDelegate.windowScene(_:performActionFor:completionHandler:)
UNAuthorizationStatus.authorized	not yet: the rest of AVFoundation
UNAuthorizationStatus.denied	not yet: life cycle of apps and scenes
UNAuthorizationStatus.notDetermined	not yet: the rest of AVFoundation
UNNotificationResponse.targetScene	not yet: the rest of UIKit
WKBackForwardList.currentItem	not yet: the rest of accessibility
WKNavigationType.backForward	not yet: the rest of UIKit
WKNavigationType.formSubmitted	not yet: the rest of UIKit
WKWebView	never: WebKit
WKWebView.allowsLinkPreview	not yet: the rest of UIKit
WKWebView.canGoBack	not yet: the rest of UIKit
WKWebView.canGoForward	not yet: the rest of UIKit
WKWebView.goBack()	not yet: the rest of UIKit
WKWebView.goForward()	not yet: the rest of UIKit
WKWebView.loadHTMLString(_:baseURL:)	not yet: the rest of UIKit
WKWebView.reload()	not yet: the rest of UIKit
WKWebView.scrollView	not yet: the rest of UIKit
WKWebViewConfiguration.allowsInlineMediaPlayback	not yet: the rest of UIKit
class_addMethod	never: there is no Objective-C runtime here; use the hooks of the class
class_copyMethodList	never: there is no Objective-C runtime here; use the hooks of the class
class_getClassMethod	never: there is no Objective-C runtime here; use the hooks of the class
class_getInstanceMethod	never: there is no Objective-C runtime here; use the hooks of the class
class_replaceMethod	never: there is no Objective-C runtime here; use the hooks of the class
imp_implementationWithBlock	never: there is no Objective-C runtime here; use the hooks of the class
kCAOnOrderIn
kCAOnOrderOut
kCARendererColorSpace	not yet: frames are sRGB
kCARendererMetalCommandQueue	never: there is no Metal on Linux
kCATransactionAnimationDuration
kCATransactionAnimationTimingFunction
kCATransactionCompletionBlock
kCATransactionDisableActions
kCATransition
kCGDefaultHDRImageContentHeadroom
kCGImageAuxiliaryDataTypePortraitEffectsMatte	not yet: the rest of the drawing frameworks
kCGImageDestinationBackgroundColor
kCGImageDestinationImageMaxPixelSize
kCGImageDestinationLossyCompressionQuality
kCGImagePropertyAPNGCanvasPixelHeight
kCGImagePropertyAPNGCanvasPixelWidth
kCGImagePropertyAPNGDelayTime
kCGImagePropertyAPNGLoopCount
kCGImagePropertyAPNGUnclampedDelayTime
kCGImagePropertyColorModel
kCGImagePropertyColorModelCMYK
kCGImagePropertyColorModelGray
kCGImagePropertyColorModelRGB
kCGImagePropertyDPIHeight
kCGImagePropertyDPIWidth
kCGImagePropertyDepth
kCGImagePropertyExifColorSpace
kCGImagePropertyExifDateTimeDigitized
kCGImagePropertyExifDateTimeOriginal
kCGImagePropertyExifDictionary
kCGImagePropertyExifExposureTime
kCGImagePropertyExifFNumber
kCGImagePropertyExifFocalLength
kCGImagePropertyExifISOSpeedRatings
kCGImagePropertyExifPixelXDimension
kCGImagePropertyExifPixelYDimension
kCGImagePropertyFileSize
kCGImagePropertyGIFCanvasPixelHeight
kCGImagePropertyGIFCanvasPixelWidth
kCGImagePropertyGIFDelayTime
kCGImagePropertyGIFDictionary
kCGImagePropertyGIFHasGlobalColorMap
kCGImagePropertyGIFLoopCount
kCGImagePropertyGIFUnclampedDelayTime
kCGImagePropertyHasAlpha
kCGImagePropertyIsIndexed
kCGImagePropertyJFIFDictionary
kCGImagePropertyJFIFIsProgressive
kCGImagePropertyOrientation
kCGImagePropertyPNGDictionary
kCGImagePropertyPNGGamma
kCGImagePropertyPNGInterlaceType
kCGImagePropertyPNGXPixelsPerMeter
kCGImagePropertyPNGYPixelsPerMeter
kCGImagePropertyPixelHeight
kCGImagePropertyPixelWidth
kCGImagePropertyProfileName
kCGImagePropertyTIFFArtist
kCGImagePropertyTIFFCompression
kCGImagePropertyTIFFCopyright
kCGImagePropertyTIFFDateTime
kCGImagePropertyTIFFDictionary
kCGImagePropertyTIFFImageDescription
kCGImagePropertyTIFFMake
kCGImagePropertyTIFFModel
kCGImagePropertyTIFFOrientation
kCGImagePropertyTIFFResolutionUnit
kCGImagePropertyTIFFSoftware
kCGImagePropertyTIFFXResolution
kCGImagePropertyTIFFYResolution
kCGImagePropertyWebPCanvasPixelHeight
kCGImagePropertyWebPCanvasPixelWidth
kCGImagePropertyWebPDelayTime
kCGImagePropertyWebPDictionary
kCGImagePropertyWebPLoopCount
kCGImagePropertyWebPUnclampedDelayTime
kCGImageSourceCreateThumbnailFromImageAlways
kCGImageSourceCreateThumbnailFromImageIfAbsent
kCGImageSourceCreateThumbnailWithTransform
kCGImageSourceShouldCache
kCGImageSourceShouldCacheImmediately
kCGImageSourceThumbnailMaxPixelSize
kCGImageSourceTypeIdentifierHint
kCGPDFContextAuthor
kCGPDFContextCreator
kCGPDFContextKeywords
kCGPDFContextMediaBox
kCGPDFContextSubject
kCGPDFContextTitle
kCIAttributeClass
kCIAttributeDefault
kCIAttributeDisplayName
kCIAttributeFilterAvailable_Mac
kCIAttributeFilterAvailable_iOS
kCIAttributeFilterCategories
kCIAttributeFilterDisplayName
kCIAttributeFilterName
kCIAttributeMax
kCIAttributeMin
kCIAttributeName
kCIAttributeType
kCIAttributeTypeAngle
kCIAttributeTypeBoolean
kCIAttributeTypeColor
kCIAttributeTypeCount
kCIAttributeTypeDistance
kCIAttributeTypeGradient
kCIAttributeTypeImage
kCIAttributeTypeInteger
kCIAttributeTypeOffset
kCIAttributeTypeOpaqueColor
kCIAttributeTypePosition
kCIAttributeTypePosition3
kCIAttributeTypeRectangle
kCIAttributeTypeScalar
kCIAttributeTypeTime
kCIAttributeTypeTransform
kCICategoryBlur
kCICategoryBuiltIn
kCICategoryColorAdjustment
kCICategoryColorEffect
kCICategoryCompositeOperation
kCICategoryDistortionEffect
kCICategoryFilterGenerator
kCICategoryGenerator
kCICategoryGeometryAdjustment
kCICategoryGradient
kCICategoryHalftoneEffect
kCICategoryHighDynamicRange
kCICategoryInterlaced
kCICategoryNonSquarePixels
kCICategoryReduction
kCICategorySharpen
kCICategoryStillImage
kCICategoryStylize
kCICategoryTileEffect
kCICategoryTransition
kCICategoryVideo
kCIInputAmountKey
kCIInputAngleKey
kCIInputAspectRatioKey
kCIInputBackgroundImageKey
kCIInputBacksideImageKey
kCIInputBiasKey
kCIInputBiasVectorKey
kCIInputBrightnessKey
kCIInputCenterKey
kCIInputColor0Key
kCIInputColor1Key
kCIInputColorKey
kCIInputColorSpaceKey
kCIInputContrastKey
kCIInputCountKey
kCIInputEVKey
kCIInputExtentKey
kCIInputExtrapolateKey
kCIInputGradientImageKey
kCIInputImage2Key
kCIInputImageKey
kCIInputIntensityKey
kCIInputMaskImageKey
kCIInputPaletteImageKey
kCIInputPerceptualKey
kCIInputPoint0Key
kCIInputPoint1Key
kCIInputRadius0Key
kCIInputRadius1Key
kCIInputRadiusKey
kCIInputRefractionKey
kCIInputSaturationKey
kCIInputScaleKey
kCIInputShadingImageKey
kCIInputSharpnessKey
kCIInputTargetImageKey
kCIInputThresholdKey
kCIInputTimeKey
kCIInputTransformKey
kCIInputWeightsKey
kCIInputWidthKey
kCIOutputImageKey
kCMMediaType_Audio
kCMMediaType_Text
kCMMediaType_Video
kCMPersistentTrackID_Invalid
kCMSampleBufferError_RequiredParameterMissing
kCMTimeMaxTimescale
kCTBackgroundColorAttributeName
kCTBaselineOffsetAttributeName
kCTFontAttributeName
kCTFontDisplayNameAttribute
kCTFontFamilyNameAttribute
kCTFontManagerErrorDomain
kCTFontManagerErrorFontURLsKey
kCTFontMatrixAttribute
kCTFontNameAttribute
kCTFontSizeAttribute
kCTFontSlantTrait
kCTFontStyleNameAttribute
kCTFontSymbolicTrait
kCTFontTraitsAttribute
kCTFontWeightTrait
kCTFontWidthTrait
kCTForegroundColorAttributeName
kCTForegroundColorFromContextAttributeName
kCTFramePathFillRuleAttributeName
kCTKernAttributeName
kCTLigatureAttributeName
kCTParagraphStyleAttributeName
kCTStrokeColorAttributeName
kCTStrokeWidthAttributeName
kCTTabColumnTerminatorsAttributeName
kCTUnderlineColorAttributeName
kCTUnderlineStyleAttributeName
kCVImageBufferYCbCrMatrixKey
kCVImageBufferYCbCrMatrix_ITU_R_2020
kCVImageBufferYCbCrMatrix_ITU_R_601_4
kCVImageBufferYCbCrMatrix_ITU_R_709_2
kCVPixelBufferBytesPerRowAlignmentKey
kCVPixelBufferCGBitmapContextCompatibilityKey
kCVPixelBufferCGImageCompatibilityKey
kCVPixelBufferHeightKey
kCVPixelBufferPixelFormatTypeKey
kCVPixelBufferPoolAllocationThresholdKey
kCVPixelBufferPoolMinimumBufferCountKey
kCVPixelBufferWidthKey
kCVPixelFormatType_32ARGB
kCVPixelFormatType_32BGRA
kCVPixelFormatType_32RGBA
kCVPixelFormatType_420YpCbCr10BiPlanarFullRange
kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
kCVPixelFormatType_420YpCbCr8Planar
kCVPixelFormatType_420YpCbCr8PlanarFullRange
kCVPixelFormatType_OneComponent8
kCVReturnAllocationFailed
kCVReturnDisplayLinkAlreadyRunning
kCVReturnDisplayLinkCallbacksNotSet
kCVReturnDisplayLinkNotRunning
kCVReturnError
kCVReturnInvalidArgument
kCVReturnInvalidPixelBufferAttributes
kCVReturnInvalidPixelFormat
kCVReturnInvalidPoolAttributes
kCVReturnInvalidSize
kCVReturnPoolAllocationFailed
kCVReturnSuccess
kCVReturnUnsupported
kCVReturnWouldExceedAllocationThreshold
kInferiorsSelector	not yet: the rest of the drawing frameworks
kMonospacedNumbersSelector	not yet: the rest of the drawing frameworks
kNumberSpacingType	not yet: the rest of the drawing frameworks
kSuperiorsSelector	not yet: the rest of the drawing frameworks
kVerticalPositionType	not yet: the rest of the drawing frameworks
method_exchangeImplementations	never: there is no Objective-C runtime here; use the hooks of the class
method_getImplementation	never: there is no Objective-C runtime here; use the hooks of the class
method_setImplementation	never: there is no Objective-C runtime here; use the hooks of the class
objc_getClass	never: there is no Objective-C runtime here; use the hooks of the class
objc_msgSend	never: there is no Objective-C runtime here; use the hooks of the class
object_setClass	never: there is no Objective-C runtime here; use the hooks of the class
"""
